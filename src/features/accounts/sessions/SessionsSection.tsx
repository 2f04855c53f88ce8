import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { clockOf } from '#shared/day-text.ts'
import { QueryState } from '#ui/QueryState.tsx'
import { Button } from '#ui/Button.tsx'
import { read, useSend } from '#web/api.ts'
import { toast } from '#web/toast.tsx'
import { sessions, type SessionOf } from './api.ts'
import style from './SessionsSection.module.css'

const { moment } = clockOf()

/** Where somebody is signed in: the browser in plain words and when it was used last; one place or all others can be ended. */
export function SessionsSection({ userId }: { userId: string }) {
  const queries = useQueryClient()
  const list = useRef<HTMLUListElement>(null)
  const { data, error, isFetching, refetch } = useQuery(read(sessions.list, { id: userId }))
  const { mutate, isPending } = useSend(sessions.end, {
    onSuccess: async () => {
      toast('Signed out there.')
      await queries.invalidateQueries({ queryKey: [sessions.list.path] })
      // The button has gone with its row.
      list.current?.focus()
    },
  })
  if (!data) return <QueryState query={{ error, isFetching, refetch }} of="the sessions" lines={2} height="2.75rem" />
  if (data.length === 0) return <p className={style.quiet}>Nowhere at the moment.</p>
  return (
    <>
      <ul ref={list} tabIndex={-1} className={style.list} aria-label="Where somebody is signed in">
        {data.map((each) => (
          <li key={each._id}>
            <Place session={each} />
            {!each.current && (
              <Button
                busy={isPending}
                aria-label={`Sign out ${each.browser}, ${usedAt(each)}`}
                onClick={() => mutate({ id: userId, session: each._id })}
              >
                Sign out
              </Button>
            )}
          </li>
        ))}
      </ul>
      {data.filter(({ current }) => !current).length > 1 && (
        <div className={style.actions}>
          <Button busy={isPending} onClick={() => mutate({ id: userId })}>
            {data.some(({ current }) => current) ? 'Sign out everywhere else' : 'Sign out everywhere'}
          </Button>
        </div>
      )}
    </>
  )
}

const usedAt = ({ seenAt }: SessionOf) => `last used ${moment(seenAt)}`

const Place = ({ session }: { session: SessionOf }) => (
  <div>
    <div>
      {session.browser}
      {session.current && ', this one'}
    </div>
    <div className={style.quiet}>{[session.address && `from ${session.address}`, usedAt(session)].filter(Boolean).join(', ')}</div>
  </div>
)
