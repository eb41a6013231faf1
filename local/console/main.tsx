import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { CrashBoundary } from '../../web/ui/crash-boundary.tsx'
import { ConsolePage } from './console-page.tsx'
import './console.css'

const queryClient = new QueryClient({
  // The stack is on this machine: once a second costs nothing and looks live.
  defaultOptions: { queries: { refetchInterval: 1000, retry: false } },
})

const root = document.getElementById('root')
if (!root) throw new Error('index.html lacks the element #root')
createRoot(root).render(
  <StrictMode>
    <CrashBoundary>
      <QueryClientProvider client={queryClient}>
        <ConsolePage />
      </QueryClientProvider>
    </CrashBoundary>
  </StrictMode>,
)
