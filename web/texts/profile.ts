import { profile as en } from './en/profile.ts'
import { inLanguage } from './language.ts'

export const profile = inLanguage({ en })
