import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { t } from '#shared/language.ts'
import { useOutbox } from '#web/outbox.ts'
import { serverNow } from '#web/api.ts'
import type { Work } from './api.ts'
import style from './QuestionPage.module.css'
import { graceMs } from './rules.ts'
import { workRead } from './use-own-work.ts'
import { type FamilyViewer, refOf } from './question-ref.ts'
import { useWorkChange } from './use-work-change.ts'

const againMs = 5_000
const minMs = 500

type TimeOverProps = { work: Work; viewer: FamilyViewer; onDone: () => void }

/**
 * Completes work whose time is up, as soon as this device has sent its answers and the grace period for other
 * devices is over. Reads the work first, because somebody may have extended the time or completed the work in
 * the meantime.
 */
export function TimeOver({ work: { _id: workId, kind }, viewer, onDone }: TimeOverProps) {
  const queries = useQueryClient()
  const { unsent, failing, word } = useOutbox()
  const ours = (name: string) => refOf(name)?.workId === workId
  const waiting = unsent.filter(({ about }) => ours(about)).length
  const { change } = useWorkChange(
    { viewer, kind, workId },
    { onDone: ({ state }) => state !== 'started' && onDone(), onError: () => {} },
  )
  useEffect(() => {
    if (waiting > 0) return
    let shown = true
    let timer: ReturnType<typeof setTimeout> | undefined
    const finish = async () => {
      const { state, endsAt } = await queries.fetchQuery({
        ...workRead({ viewer, kind, workId }),
        staleTime: 0,
      })
      if (state !== 'started' || endsAt === null) return againMs
      const rest = Date.parse(endsAt) + graceMs - serverNow()
      if (rest <= 0) change('submitted')
      return Math.min(againMs, Math.max(minMs, rest))
    }
    const tryIt = async () => {
      const pause = await finish().catch(() => againMs)
      if (shown) timer = setTimeout(() => void tryIt(), pause)
    }
    void tryIt()
    return () => {
      shown = false
      clearTimeout(timer)
    }
  }, [waiting, queries, viewer, kind, workId, change])
  return (
    <p role="status" className={`${style.given} pad-3-4 rounded info-ground`}>
      <strong>{t('Time is up.')}</strong>{' '}
      {word === 'offline'
        ? t('Your answers are saved on this device and will be sent as soon as you’re back online.')
        : failing.some(ours)
          ? t(
              'Something isn’t working on our end. Your answers are saved on this device and will be sent again automatically. Please tell someone at your center.',
            )
          : t('Your answers are being handed in.')}
    </p>
  )
}
