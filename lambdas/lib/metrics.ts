/** What the dashboard and the alarms watch: one log line in the embedded metric format per invocation. */
import { Metrics, MetricUnit } from '@aws-lambda-powertools/metrics'

const metrics = new Metrics({ namespace: 'Waitlist', singleMetric: false })

export type Counted =
  /** Runs of freed nights seen for the first time. */
  | 'Detected'
  /** Openings that a second reading confirmed. */
  | 'Confirmed'
  /** Openings whose announcement was started. */
  | 'Announced'
  /** Messages that a provider accepted. */
  | 'Sent'
  /** Messages that no provider will accept. */
  | 'Failed'

/** Counts something that happened. */
export function count(what: Counted, times = 1): void {
  if (times > 0) metrics.addMetric(what, MetricUnit.Count, times)
}

/** Measures the time from an opening's confirmation to the acceptance of one message, beyond the guest's delay. */
export function measureLatency(seconds: number): void {
  metrics.addMetric('AlertLatency', MetricUnit.Seconds, Math.max(0, seconds))
}

/** Writes what was counted; nothing when nothing was. */
export function publishMetrics(): void {
  if (metrics.hasStoredMetrics()) metrics.publishStoredMetrics()
}
