import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { ApiProblem } from './api.ts'
import { Router, preloadScreens } from './router.tsx'
import { CrashBoundary } from './ui/crash-boundary.tsx'
import { language } from './texts/language.ts'
import './ui/base.css'

const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      // One more try after a fault of ours or of the network; a refusal would only be repeated.
      retry: (failures, fault) => failures < 1 && !(fault instanceof ApiProblem && isRefusal(fault)),
      // A screen revisited within half a minute shows what it had; the window's focus does not reload it.
      staleTime: 30_000,
      refetchOnWindowFocus: false,
    },
  },
})

function isRefusal(problem: ApiProblem): boolean {
  return problem.status >= 400 && problem.status < 500
}

document.documentElement.lang = language

const root = document.getElementById('root')
if (!root) throw new Error('index.html lacks the element #root')
const app = createRoot(root)
const draw = () =>
  app.render(
    <StrictMode>
      <CrashBoundary>
        <QueryClientProvider client={queryClient}>
          <Router />
        </QueryClientProvider>
      </CrashBoundary>
    </StrictMode>,
  )
// A chunk that does not arrive is asked for again, and said, when its screen is drawn.
preloadScreens(location.pathname).then(draw, draw)
