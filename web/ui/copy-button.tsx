import { useEffect, useState } from 'react'
import type { ReactNode } from 'react'
import { Check, Copy } from 'lucide-react'
import { Button } from './button.tsx'
import { toast } from './toast.ts'

/** How long the tick stays: long enough to be seen by whoever looks up from the keyboard. */
const tickMs = 2000

interface CopyButtonProps {
  text: string
  /** Said when it worked, and when the browser refused. */
  copied: { title: string; description?: string }
  failed: string
  look?: 'action' | 'quiet' | 'plain'
  className?: string
  label?: string
  children: ReactNode
}

/** Puts a text on the clipboard, and says so: by a tick in the button and a toast that is read aloud. */
export function CopyButton({
  text,
  copied,
  failed,
  look = 'action',
  className,
  label,
  children,
}: CopyButtonProps) {
  const [ticked, setTicked] = useState(false)

  useEffect(() => {
    if (!ticked) return
    const timer = setTimeout(() => setTicked(false), tickMs)
    return () => clearTimeout(timer)
  }, [ticked])

  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text)
      setTicked(true)
      toast('success', copied.title, copied.description ? { description: copied.description } : {})
    } catch {
      toast('error', failed)
    }
  }

  return (
    <Button look={look} className={className} aria-label={label} onClick={() => void copy()}>
      {ticked ? <Check aria-hidden /> : <Copy aria-hidden />}
      {children}
    </Button>
  )
}
