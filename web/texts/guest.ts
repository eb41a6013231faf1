import { guest as en } from './en/guest.ts'
import { inLanguage } from './language.ts'

export const guest = inLanguage({ en })
