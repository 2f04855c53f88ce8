import { useState } from 'react'
import style from './Avatar.module.css'

type AvatarProps = {
  /** An avatar's name, such as `cat_face`; null if none was chosen. */
  name: string | null
  /** The person's name: read aloud, and the source of the initials that replace a missing picture. */
  label: string
  /** Pixels. */
  size?: number
  /** True if the name is shown next to it, so a screen reader need not read it twice. */
  decorative?: boolean
}

const initials = (label: string) =>
  label
    .split(/\s+/)
    .filter(Boolean)
    .filter((_, at, words) => at === 0 || at === words.length - 1)
    .map((word) => [...word][0]?.toUpperCase())
    .join('')

/** A person's chosen animal, or their initials. */
export function Avatar({ name, label, size = 36, decorative = false }: AvatarProps) {
  const [missing, setMissing] = useState<string | null>(null)
  const pixels = { width: size, height: size }
  if (name && name !== missing) {
    return (
      <span className={style.avatar} style={pixels}>
        <img
          src={`/avatars/${name}.svg`}
          alt={decorative ? '' : label}
          onError={() => setMissing(name)}
          draggable={false}
        />
      </span>
    )
  }
  const spoken = decorative ? { 'aria-hidden': true } : { role: 'img', 'aria-label': label }
  return (
    <span className={style.initials} style={{ ...pixels, fontSize: size * 0.4 }} {...spoken}>
      {initials(label)}
    </span>
  )
}
