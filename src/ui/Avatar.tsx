import { useState } from 'react'
import style from './Avatar.module.css'

type AvatarProps = {
  /** Name of the avatar, such as `cat_face`, or null if none was chosen. */
  name: string | null
  /** The person's name. Screen readers announce it, and its initials stand in for a missing picture. */
  label: string
  /** Width and height in pixels. */
  size?: number
  /** True if the name is shown next to the avatar, so that screen readers don't announce it twice. */
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
