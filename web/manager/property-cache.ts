import type { QueryClient } from '@tanstack/react-query'
import type { ListedProperty } from '../../events/api.ts'
import { keys } from './manager-api.ts'

/** Puts a property as the API just answered it wherever it is shown; a new one comes first. */
export function takeProperty(client: QueryClient, saved: ListedProperty): void {
  client.setQueryData(keys.property(saved.id), saved)
  client.setQueryData<{ properties: ListedProperty[] }>(keys.properties, (list) => {
    if (!list) return list
    const isKnown = list.properties.some((property) => property.id === saved.id)
    return {
      properties: isKnown
        ? list.properties.map((property) => (property.id === saved.id ? saved : property))
        : [saved, ...list.properties],
    }
  })
}
