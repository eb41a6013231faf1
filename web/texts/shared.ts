import { shared as en } from './en/shared.ts'
import { inLanguage } from './language.ts'

export const shared = inLanguage({ en })
