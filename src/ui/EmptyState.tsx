import type { ReactNode } from 'react'
import style from './EmptyState.module.css'

type EmptyStateProps = {
  icon?: ReactNode
  /** States what is missing: 'No classes on this day'. */
  title: string
  /** Advice on what to do next. */
  children: ReactNode
  action?: ReactNode
}

/** Message in place of an empty list. */
export function EmptyState({ icon, title, children, action }: EmptyStateProps) {
  return (
    <div className={`${style.empty} stack middle gap-1 text-center`}>
      {icon && (
        <span className={`${style.icon} grid center`} aria-hidden>
          {icon}
        </span>
      )}
      <p className={style.title}>{title}</p>
      <div className={style.words}>{children}</div>
      {action && <div className={`${style.action} cluster to-middle gap-2`}>{action}</div>}
    </div>
  )
}
