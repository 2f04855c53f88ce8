import type { ReactNode } from 'react'
import style from './EmptyState.module.css'

type EmptyStateProps = {
  icon?: ReactNode
  /** Title: 'No classes on this day'. */
  title: string
  /** Action that helps. */
  children: ReactNode
  action?: ReactNode
}

/** Stands where a list would, when there is nothing to list. */
export function EmptyState({ icon, title, children, action }: EmptyStateProps) {
  return (
    <div className={style.empty}>
      {icon && (
        <span className={style.icon} aria-hidden>
          {icon}
        </span>
      )}
      <p className={style.title}>{title}</p>
      <div className={style.words}>{children}</div>
      {action && <div className={style.action}>{action}</div>}
    </div>
  )
}
