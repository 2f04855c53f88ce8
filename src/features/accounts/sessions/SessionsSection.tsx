import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { clockOf } from '#shared/day-text.ts'
import { t } from '#shared/language.ts'
import { QueryState } from '#ui/QueryState.tsx'
import { Button } from '#ui/Button.tsx'
import { read, useSend } from '#web/api.ts'
import { toast } from '#web/toast.tsx'
import { sessions, type SessionOf } from './api.ts'
import { translateBrowser } from './browser-words.ts'
import style from './SessionsSection.module.css'

const { moment } = clockOf()

/**
 * Lists a person's sessions, each with its browser and last use. Has buttons to end one session or all
 * others.
 */
export function SessionsSection({ userId }: { userId: string }) {
  const queries = useQueryClient()
  const list = useRef<HTMLUListElement>(null)
  const { data, error, isFetching, refetch } = useQuery(read(sessions.list, { id: userId }))
  const { mutate, isPending } = useSend(sessions.end, {
    onSuccess: async () => {
      toast(t('Logged out.'))
      await queries.invalidateQueries({ queryKey: [sessions.list.path] })
      // Moves the focus, because the pressed button disappears with its row.
      list.current?.focus()
    },
  })
  if (!data)
    return (
      <QueryState query={{ error, isFetching, refetch }} of={t('the sessions')} lines={2} height="2.75rem" />
    )
  if (data.length === 0) return <p className="fine-print">{t('Not logged in anywhere.')}</p>
  return (
    <>
      <ul ref={list} tabIndex={-1} className={`${style.list} stack gap-3`} aria-label={t('Sessions')}>
        {data.map((each) => (
          <li key={each._id}>
            <SessionDetails session={each} />
            {!each.current && (
              <Button
                busy={isPending}
                aria-label={t('Log out {browser}, {each}', {
                  browser: translateBrowser(each.browser),
                  each: usedAt(each),
                })}
                onClick={() => mutate({ id: userId, session: each._id })}
              >
                {t('Log out')}
              </Button>
            )}
          </li>
        ))}
      </ul>
      {data.filter(({ current }) => !current).length > 1 && (
        <div className="cluster gap-2">
          <Button busy={isPending} onClick={() => mutate({ id: userId })}>
            {data.some(({ current }) => current) ? t('Log out everywhere else') : t('Log out everywhere')}
          </Button>
        </div>
      )}
    </>
  )
}

const usedAt = ({ seenAt }: SessionOf) => t('last used {seenAt}', { seenAt: moment(seenAt) })

const SessionDetails = ({ session }: { session: SessionOf }) => (
  <div>
    <div>
      {translateBrowser(session.browser)}
      {session.current && ` (${t('this browser')})`}
    </div>
    <div className="fine-print">
      {[session.address && t('from {address}', { address: session.address }), usedAt(session)]
        .filter(Boolean)
        .join(', ')}
    </div>
  </div>
)
