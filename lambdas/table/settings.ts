import * as z from 'zod/mini'
import { ManagerSettings } from '../../domain/manager.ts'
import { getItem, putItem } from './client.ts'
import { settingsKey } from './keys.ts'

/** The settings a manager saved; undefined while there are only the defaults. */
export async function getSettings(managerId: string): Promise<ManagerSettings | undefined> {
  const item = await getItem(settingsKey(managerId))
  return item && z.parse(ManagerSettings, item)
}

/** Saves all settings at once: the first time adds them, later ones replace them. */
export async function saveSettings(managerId: string, settings: ManagerSettings): Promise<void> {
  await putItem({ ...settingsKey(managerId), ...settings })
}
