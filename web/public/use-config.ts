import { queryOptions, useQuery } from '@tanstack/react-query'
import { readConfig } from '../config.ts'
import type { Config } from '../config.ts'

/** The stage's configuration, which no visit outlives. */
export const configQuery = queryOptions({ queryKey: ['config'], queryFn: readConfig, staleTime: Infinity })

/** The stage's configuration, or undefined until it is there. */
export function useConfig(): Config | undefined {
  return useQuery(configQuery).data
}
