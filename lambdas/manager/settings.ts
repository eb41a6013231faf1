import { defaultSettings } from '../../domain/manager.ts'
import type { Handler } from '../lib/http.ts'
import * as table from '../table/settings.ts'
import { ownManager } from './own.ts'

export const getSettings: Handler<'getSettings'> = async (call) => {
  const manager = await ownManager(call)
  const saved = await table.getSettings(manager.id)
  return { ...(saved ?? defaultSettings(manager)), isDefault: saved === undefined }
}

export const saveSettings: Handler<'saveSettings'> = async (call) => {
  const { id } = await ownManager(call)
  await table.saveSettings(id, call.body)
  return { ...call.body, isDefault: false }
}
