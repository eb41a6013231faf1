import { dashboard as en } from './en/dashboard.ts'
import { inLanguage } from './language.ts'

export const dashboard = inLanguage({ en })
