import { useMutation, useQuery } from '@tanstack/react-query'
import type { Subscription } from '../../events/api.ts'
import { priceTiers } from '../../domain/pricing.ts'
import { ApiProblem } from '../api.ts'
import { profile } from '../texts/profile.ts'
import { shared } from '../texts/shared.ts'
import { Badge } from '../ui/badge.tsx'
import { Button } from '../ui/button.tsx'
import { writeInstant } from '../ui/dates.ts'
import { LoadingNote, Skeleton } from '../ui/skeleton.tsx'
import { toast } from '../ui/toast.ts'
import { callAsManager, keys } from './manager-api.ts'

const words = profile.plan

/** The plan, what it costs, and the ways to start or manage it. */
export function PlanSection() {
  const plan = useQuery({
    queryKey: keys.subscription,
    queryFn: () => callAsManager('checkSubscription', {}),
  })
  const opening = useMutation({
    mutationFn: (route: 'createCheckout' | 'openCustomerPortal') => callAsManager(route, {}),
    onSuccess: ({ url }) => window.open(url, '_blank', 'noopener'),
    onError: (fault, route) =>
      toast('error', shared.error, {
        description:
          fault instanceof ApiProblem && fault.code === 'billing_unavailable'
            ? fault.message
            : route === 'createCheckout'
              ? words.checkoutFailed
              : words.portalFailed,
      }),
  })

  return (
    <section aria-labelledby="plan">
      <h2 id="plan" className="border-b border-rule pb-3 font-display text-xl font-title">
        {words.title}
      </h2>
      <div className="mt-5 grid gap-4">
        {plan.data ? (
          <PlanState plan={plan.data} />
        ) : plan.error ? (
          <p role="alert" className="text-sm">
            {words.loadFailed}
          </p>
        ) : (
          <>
            <LoadingNote />
            <Skeleton className="h-20 w-full" />
          </>
        )}
        <div className="flex flex-wrap gap-3">
          {plan.data && (
            <Button
              busy={opening.isPending}
              onClick={() => opening.mutate(plan.data.subscribed ? 'openCustomerPortal' : 'createCheckout')}
            >
              {opening.isPending ? words.opening : plan.data.subscribed ? words.manage : words.start}
            </Button>
          )}
          <Button look="quiet" busy={plan.isFetching} onClick={() => void plan.refetch()}>
            {plan.isFetching ? words.refreshing : words.refresh}
          </Button>
        </div>
        <Pricing />
      </div>
    </section>
  )
}

function PlanState({ plan }: { plan: Subscription }) {
  const isTrial = plan.subscriptionActive && !plan.subscribed
  return (
    <div className="grid justify-items-start gap-1.5">
      <Badge tone={plan.subscribed ? 'done' : 'quiet'}>
        {plan.subscribed ? words.active : isTrial ? words.trial : words.free}
      </Badge>
      {isTrial && <p>{words.trialUntil(writeInstant(plan.trialEndsAt))}</p>}
      <p className="text-sm text-ink-soft tabular-nums">
        {words.properties(plan.propertyCount)} {!plan.subscribed && words.freeNote}
      </p>
      <p className="font-bold tabular-nums">{words.monthly(dollars(plan.monthlyCostCents))}</p>
    </div>
  )
}

/** The price table that the bill is made from. */
function Pricing() {
  return (
    <div className="border-t border-rule pt-4 text-sm">
      <h3 className="font-bold">{words.pricing}</h3>
      <dl className="mt-2 grid gap-1 tabular-nums">
        {priceTiers.map(({ upTo, unitCents }, index) => {
          const from = (priceTiers[index - 1]?.upTo ?? 0) + 1
          return (
            <div key={from} className="flex flex-wrap justify-between gap-x-4">
              <dt className="text-ink-soft">
                {unitCents === 0
                  ? words.firstFree
                  : upTo === Infinity
                    ? words.lastTier(from)
                    : words.tier(from, upTo)}
              </dt>
              {unitCents > 0 && <dd>{words.each(dollars(unitCents))}</dd>}
            </div>
          )
        })}
      </dl>
      <p className="mt-3 text-ink-soft">{words.refunds}</p>
    </div>
  )
}

function dollars(cents: number): string {
  return (cents / 100).toFixed(2)
}
