import { useRef, useState } from 'react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { ManagerProfile } from '../../events/api.ts'
import { ApiProblem } from '../api.ts'
import { profile } from '../texts/profile.ts'
import { shared } from '../texts/shared.ts'
import { Button } from '../ui/button.tsx'
import { FieldError } from '../ui/field.tsx'
import { toast } from '../ui/toast.ts'
import { LogoRefused, uploadLogo } from './logo-upload.ts'
import { callAsManager, keys, wordsOf } from './manager-api.ts'

/** The company's logo: shown, replaced, removed. */
export function LogoSection({ logoUrl }: { logoUrl: string | null }) {
  const client = useQueryClient()
  const words = profile.logo
  const picker = useRef<HTMLInputElement>(null)
  const [error, setError] = useState<string>()
  const [isBroken, setBroken] = useState(false)

  const take = (saved: ManagerProfile, done: string) => {
    client.setQueryData(keys.profile, saved)
    setBroken(false)
    toast('success', words.success, { description: done })
  }
  const uploading = useMutation({
    mutationFn: uploadLogo,
    onMutate: () => setError(undefined),
    onSuccess: (saved) => take(saved, words.uploaded),
    onError: (fault) => {
      const refused = fault instanceof LogoRefused ? fault : null
      const message = refused ? refused.message : wordsOf(fault)
      setError(message)
      toast('error', refused?.title ?? words.uploadFailed, { description: refused?.hint ?? message })
    },
  })
  const removing = useMutation({
    mutationFn: () => callAsManager('removeLogo', {}),
    onSuccess: (saved) => take(saved, words.removed),
    onError: (fault) =>
      toast('error', shared.error, {
        description: fault instanceof ApiProblem && fault.status < 500 ? fault.message : words.removeFailed,
      }),
  })

  return (
    <section aria-labelledby="logo">
      <h2 id="logo" className="border-b border-rule pb-3 font-display text-xl font-title">
        {words.title}
      </h2>
      <div className="mt-6 flex flex-wrap items-center gap-6">
        <div className="grid h-24 w-44 shrink-0 place-items-center rounded-md border border-rule bg-surface p-3 text-center text-xs text-ink-soft">
          {logoUrl && !isBroken ? (
            <img
              src={logoUrl}
              alt={words.current}
              onError={() => setBroken(true)}
              className="max-h-full max-w-full object-contain"
            />
          ) : (
            words.none
          )}
        </div>
        <div className="grid flex-1 basis-72 gap-3">
          <p id="logo-rules" className="text-sm text-ink-soft">
            {words.body}
          </p>
          {error && <FieldError id="logo-error">{error}</FieldError>}
          <div className="flex flex-wrap gap-3">
            <input
              ref={picker}
              type="file"
              accept="image/jpeg,image/png"
              aria-label={words.upload}
              aria-describedby="logo-rules"
              tabIndex={-1}
              className="sr-only"
              onChange={(event) => {
                const [file] = event.target.files ?? []
                // The same file may be chosen again after it was mended.
                event.target.value = ''
                if (file) uploading.mutate(file)
              }}
            />
            <Button look="quiet" busy={uploading.isPending} onClick={() => picker.current?.click()}>
              {uploading.isPending ? words.uploading : logoUrl ? words.replace : words.upload}
            </Button>
            {logoUrl && (
              <Button look="plain" busy={removing.isPending} onClick={() => removing.mutate()}>
                {removing.isPending ? words.removing : words.remove}
              </Button>
            )}
          </div>
        </div>
      </div>
    </section>
  )
}
