import { TriangleAlert } from 'lucide-react'
import { t } from '#shared/language.ts'
import { useLongWaiting, waitingWords } from '../long-waiting.ts'
import style from './LongWaiting.module.css'

/**
 * Notice of entries that have waited on this device for at least a day: those of `user`, or everyone's if
 * nobody is signed in.
 */
export function LongWaiting({ user }: { user: string | null }) {
  const waiting = useLongWaiting().filter((each) => user === null || each.user === user)
  if (waiting.length === 0) return null
  return (
    <div className={`${style.waiting} row gap-2 pad-3 warn-text warn-ground rounded`} role="status">
      <TriangleAlert aria-hidden />
      <div>
        {waiting.map((each) => (
          <p key={each.user}>{waitingWords(user === null ? each : { ...each, firstName: '' })}</p>
        ))}
        <p>
          {user === null
            ? t('Connect to the internet and log in.')
            : t('Connect to the internet. Everything will then be sent automatically.')}
        </p>
      </div>
    </div>
  )
}
