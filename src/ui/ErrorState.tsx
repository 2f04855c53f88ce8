import { CircleAlert, RotateCw } from 'lucide-react'
import { Button } from './Button.tsx'
import style from './ErrorState.module.css'

type ErrorStateProps = {
  /** Title: "The roll can't be shown." */
  title: string
  /** Why, and what to do. */
  message: string
  onRetry?: () => void
  /** While it is tried again. */
  busy?: boolean
  /** It stands for a whole page, whose heading it then is. */
  page?: boolean
}

/** Stands where something failed, with the way on. */
export function ErrorState({ title, message, onRetry, busy, page }: ErrorStateProps) {
  const Title = page ? 'h1' : 'p'
  return (
    <div className={style.failed} role="alert">
      <CircleAlert aria-hidden className={style.icon} />
      <div className={style.words}>
        <Title className={style.title}>{title}</Title>
        <p>{message}</p>
      </div>
      {onRetry && (
        <Button icon={<RotateCw aria-hidden />} busy={busy} onClick={onRetry}>
          Try again
        </Button>
      )}
    </div>
  )
}
