import { notifications as en } from './en/notifications.ts'
import { inLanguage } from './language.ts'

export const notifications = inLanguage({ en })
