import { manager as en } from './en/manager.ts'
import { inLanguage } from './language.ts'

export const manager = inLanguage({ en })
