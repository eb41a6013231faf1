import * as z from 'zod/mini'
import { CompanySlug, logoPath, reservedSlugs, waitlistLink } from '../../domain/manager.ts'
import { Problem } from '../../domain/problem.ts'
import type { ProblemCode } from '../../domain/problem.ts'
import type { ManagerProfile } from '../../events/api.ts'
import { ManagerApiEnv, readEnv } from '../lib/env.ts'
import type { Handler } from '../lib/http.ts'
import { isSlugFree, updateManager } from '../table/manager.ts'
import type { ManagerRow } from '../table/manager.ts'
import { managerIdOf } from './new-manager.ts'
import { ownManager } from './own.ts'

export const toProfile = (row: ManagerRow): ManagerProfile => ({
  ...row,
  logoUrl: logoPath(row.logoKey),
  waitlistUrl: waitlistLink(readEnv(ManagerApiEnv).WAITLIST_URL, row),
})

export const getProfile: Handler<'getProfile'> = async (call) => toProfile(await ownManager(call))

const aboutSlug = (code: ProblemCode) => {
  const problem = new Problem(code)
  return new Problem(code, undefined, [{ pointer: '/companySlug', detail: problem.message }])
}

/** Each failed attempt means that a trial ended or another tab saved just then: three in a row do not happen. */
const mostAttempts = 3

export const updateProfile: Handler<'updateProfile'> = async (call) => {
  const { companySlug } = call.body
  if (companySlug && reservedSlugs.has(companySlug)) throw aboutSlug('slug_reserved')
  for (let attempt = 1; attempt <= mostAttempts; attempt++) {
    const outcome = await updateManager(await ownManager(call), call.body)
    if (outcome.kind === 'changed') return toProfile(outcome.row)
    if (outcome.kind === 'slug_taken') throw aboutSlug('slug_taken')
  }
  throw new Problem('changed_meanwhile')
}

export const checkSlug: Handler<'checkSlug'> = async ({ claims, params }) => {
  const { slug } = params
  const isPossible = z.safeParse(CompanySlug, slug).success && !reservedSlugs.has(slug)
  return { available: isPossible && (await isSlugFree(slug, managerIdOf(claims))) }
}
