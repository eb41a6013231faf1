import { useState } from 'react'
import { ImageOff } from 'lucide-react'
import { securePicture } from '../paths.ts'
import { guest } from '../texts/guest.ts'
import { classNames } from './class-names.ts'

interface PictureProps {
  src: string | null | undefined
  /** Empty where the name stands beside the picture. */
  alt?: string
  className?: string
}

/** A property's picture; where there is none or it does not load, a quiet place that says so. */
export function Picture({ src, alt = '', className }: PictureProps) {
  const [broken, setBroken] = useState<string>()
  if (!src || broken === src)
    return (
      <div className={classNames('grid place-items-center bg-sunken text-xs text-ink-soft', className)}>
        <span className="grid justify-items-center gap-1">
          <ImageOff aria-hidden className="size-5" />
          {guest.picture.none}
        </span>
      </div>
    )
  return (
    <img
      src={securePicture(src)}
      alt={alt}
      loading="lazy"
      decoding="async"
      onError={() => setBroken(src)}
      className={classNames('bg-sunken object-cover', className)}
    />
  )
}
