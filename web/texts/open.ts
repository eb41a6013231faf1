import { open as en } from './en/open.ts'
import { inLanguage } from './language.ts'

export const open = inLanguage({ en })
