import { toCompany } from '../../domain/manager.ts'
import { Problem } from '../../domain/problem.ts'
import type { Handler } from '../lib/http.ts'
import * as table from '../table/manager.ts'

/** Companies of one answer: three columns of cards fill several screens. */
const pageSize = 60

export const listCompanies: Handler<'listCompanies'> = async ({ query }) => {
  const page = await table.listDirectory({ limit: pageSize, cursor: query.cursor })
  return { companies: page.rows.map(toCompany), nextCursor: page.nextCursor }
}

export const getCompany: Handler<'getCompany'> = async ({ params }) => {
  const manager = await table.getManagerBySlug(params.companySlug)
  if (!manager) throw new Problem('manager_not_found')
  return toCompany(manager)
}

export const getManager: Handler<'getManager'> = async ({ params }) => {
  const manager = await table.getManager(params.managerId)
  if (!manager) throw new Problem('manager_not_found')
  return toCompany(manager)
}
