import { useState } from 'react'
import { securePicture } from '../paths.ts'

/** A property's picture in the list; its initial where there is none or it does not load. */
export function PropertyThumb({ name, src }: { name: string; src: string | null }) {
  const [broken, setBroken] = useState<string>()
  if (!src || broken === src)
    return (
      <div
        aria-hidden
        className="grid size-14 place-items-center rounded-md bg-sunken font-display text-xl font-title text-ink-soft sm:size-16"
      >
        {name.slice(0, 1).toUpperCase()}
      </div>
    )
  return (
    <img
      src={securePicture(src)}
      alt=""
      loading="lazy"
      onError={() => setBroken(src)}
      className="size-14 rounded-md bg-sunken object-cover sm:size-16"
    />
  )
}
