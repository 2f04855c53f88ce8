import { CircleAlert, CircleCheck, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import style from './Notice.module.css'

const signs = { warn: TriangleAlert, error: CircleAlert, done: CircleCheck } as const

/**
 * Message about a form as a whole: an error, a warning or a success. Announced to screen readers when it
 * appears.
 */
export function Notice({ kind, children }: { kind: keyof typeof signs; children: ReactNode }) {
  const Sign = signs[kind]
  return (
    <div
      className={`${style.notice} row gap-2 pad-3 rounded ${style[kind]}`}
      role={kind === 'error' ? 'alert' : 'status'}
    >
      <Sign aria-hidden />
      <p>{children}</p>
    </div>
  )
}
