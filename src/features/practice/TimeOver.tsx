import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useOutbox } from '#web/outbox.ts'
import { serverNow } from '#web/api.ts'
import type { Work } from './api.ts'
import style from './QuestionPage.module.css'
import { placeOf, workRead } from './use-own-work.ts'
import { useWorkChange } from './use-work-change.ts'

const againMs = 5_000

type TimeOverProps = { work: Work; child: string | null; onDone: (after: Work) => void }

/**
 * The end of work with a limit: once every answer has arrived it is completed by itself. It is read before, as somebody may have given more time or
 * completed it meanwhile.
 */
export function TimeOver({ work: { _id: id, kind }, child, onDone }: TimeOverProps) {
  const queries = useQueryClient()
  const { unsent, failing, word } = useOutbox()
  const ours = (name: string) => placeOf(name)?.id === id
  const waiting = unsent.filter(ours).length
  const { change } = useWorkChange({ kind, id, child }, { onDone, onError: () => {} })
  useEffect(() => {
    if (waiting > 0) return
    const finish = async () => {
      const { state, endsAt } = await queries.fetchQuery({ ...workRead({ kind, id, child }), staleTime: 0 })
      if (state === 'started' && endsAt !== null && Date.parse(endsAt) <= serverNow() + 1000) change('submitted')
    }
    const tryIt = () => void finish().catch(() => {})
    tryIt()
    const timer = setInterval(tryIt, againMs)
    return () => clearInterval(timer)
  }, [waiting, queries, kind, id, child, change])
  return (
    <p role="status" className={style.given}>
      <strong>Time is up.</strong>{' '}
      {word === 'offline'
        ? 'Your answers are kept here, and are sent as soon as the network is back.'
        : failing.some(ours)
          ? 'Something isn’t working at our end: what hasn’t arrived is kept here, and is sent again by itself. Please tell somebody at your centre.'
          : 'Your answers are being handed in.'}
    </p>
  )
}
