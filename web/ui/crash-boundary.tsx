import { Component } from 'react'
import type { ReactNode } from 'react'
import { shared } from '../texts/shared.ts'
import { Button } from './button.tsx'

/** Catches what a screen throws, so that a fault of ours shows words and a way on instead of a blank page. */
export class CrashBoundary extends Component<{ children: ReactNode }, { crashed: boolean }> {
  override state = { crashed: false }

  static getDerivedStateFromError() {
    return { crashed: true }
  }

  override render() {
    if (!this.state.crashed) return this.props.children
    return (
      <main role="alert" className="mx-auto grid max-w-guest justify-items-start gap-4 px-4 py-16">
        <h1 className="font-display text-2xl font-title">{shared.crashed.title}</h1>
        <p className="text-ink-soft">{shared.crashed.body}</p>
        <Button onClick={() => location.reload()}>{shared.crashed.reload}</Button>
      </main>
    )
  }
}
