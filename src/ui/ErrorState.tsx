import { CircleAlert, RotateCw } from 'lucide-react'
import { t } from '#shared/language.ts'
import { Button } from './Button.tsx'
import style from './ErrorState.module.css'

type ErrorStateProps = {
  /** States what failed: "The roll can't be shown." */
  title: string
  /** The reason and what to do about it. */
  message: string
  onRetry?: () => void
  /** True while a retry is in progress. */
  busy?: boolean
  /** True if the state replaces a whole page, so that its title is the page's heading. */
  page?: boolean
}

/** Message in place of content that failed to load, with a button to retry if there is `onRetry`. */
export function ErrorState({ title, message, onRetry, busy, page }: ErrorStateProps) {
  const Title = page ? 'h1' : 'p'
  return (
    <div className={`${style.failed} card cluster middle gap-3 pad-4`} role="alert">
      <CircleAlert aria-hidden className={style.icon} />
      <div className={style.words}>
        <Title className={style.title}>{title}</Title>
        <p>{message}</p>
      </div>
      {onRetry && (
        <Button reads icon={<RotateCw aria-hidden />} busy={busy} onClick={onRetry}>
          {t('Try again')}
        </Button>
      )}
    </div>
  )
}
