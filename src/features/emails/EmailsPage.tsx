import { useInfiniteQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { CircleAlert, CircleCheck, Clock, Inbox, PenLine, Send } from 'lucide-react'
import { useState } from 'react'
import { t } from '#shared/language.ts'
import { QueryState } from '#ui/QueryState.tsx'
import { Button } from '#ui/Button.tsx'
import { EmptyState } from '#ui/EmptyState.tsx'
import { More } from '#ui/More.tsx'
import { PageHead } from '#ui/PageHead.tsx'
import { OpeningRow, RowList } from '#ui/RowList.tsx'
import { Page } from '#ui/Page.tsx'
import { call } from '#web/api.ts'
import { useClock } from '#web/clock.ts'
import { ExportButton } from '#web/shell/ExportButton.tsx'
import { useTitle } from '#web/title.ts'
import { emails, type Mailing } from './api.ts'
import { ComposeSheet } from './ComposeSheet.tsx'
import style from './Emails.module.css'
import { MailingSheet } from './MailingSheet.tsx'

const page = getRouteApi('/staff/centers/$centerId/emails')
const refreshMs = 3000

/**
 * `/centers/{centerId}/emails` (product §10): messages to the center's families with their delivery states,
 * and a button for writing one.
 */
export function EmailsPage() {
  const { centerId } = page.useParams()
  useTitle(t('Messages at {centerId}', { centerId }))
  const [writing, setWriting] = useState(false)
  const write = (
    <Button kind="primary" icon={<PenLine aria-hidden />} onClick={() => setWriting(true)}>
      {t('New message')}
    </Button>
  )
  const actions = (
    <>
      <ExportButton endpoint={emails.file} input={{ centerId }} file="messages.csv" />
      {write}
    </>
  )
  return (
    <Page width="wide">
      <PageHead title={t('Messages to families')} facts={centerId} actions={actions} />
      <List centerId={centerId} />
      {writing && <ComposeSheet centerId={centerId} onClose={() => setWriting(false)} />}
    </Page>
  )
}

function List({ centerId }: { centerId: string }) {
  const [openId, setOpenId] = useState<string | null>(null)
  const { moment } = useClock()
  const {
    data,
    error,
    hasNextPage,
    isFetching,
    isFetchingNextPage,
    isFetchNextPageError,
    fetchNextPage,
    refetch,
  } = useInfiniteQuery({
    queryKey: [emails.list.path, { centerId }],
    queryFn: ({ pageParam, signal }) => call(emails.list, { centerId, after: pageParam }, { signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ after }) => after,
    // Emails are sent after the response, so their states change in the background.
    refetchInterval: ({ state }) =>
      state.data?.pages.some(({ mailings }) => mailings.some(isGoing)) ? refreshMs : false,
  })
  if (!data)
    return (
      <QueryState query={{ error, isFetching, refetch }} of={t('the messages')} lines={6} height="3rem" />
    )
  const mailings = data.pages.flatMap((each) => each.mailings)
  const open = mailings.find(({ _id }) => _id === openId)
  if (mailings.length === 0)
    return (
      <EmptyState icon={<Send />} title={t('No messages yet')}>
        {t(
          'Email the families of a class, some students or the whole center. Each parent gets one message for all their children.',
        )}
      </EmptyState>
    )
  return (
    <>
      <RowList label={t('Messages')}>
        {mailings.map((mailing) => (
          <Row
            key={mailing._id}
            mailing={mailing}
            written={moment(mailing.createdAt)}
            onOpen={() => setOpenId(mailing._id)}
          />
        ))}
      </RowList>
      {hasNextPage && (
        <More busy={isFetchingNextPage} failed={isFetchNextPageError} onMore={() => void fetchNextPage()} />
      )}
      {open && (
        <MailingSheet centerId={centerId} mailing={open} onClose={() => setOpenId(null)}>
          <States counts={open.counts} />
        </MailingSheet>
      )}
    </>
  )
}

const isGoing = ({ counts }: Mailing) => counts.queued > 0 || counts.failed > 0

function Row({ mailing, written, onOpen }: { mailing: Mailing; written: string; onOpen: () => void }) {
  const { subject, about, by, createdAt, counts } = mailing
  return (
    <OpeningRow columns={style.row} onOpen={onOpen}>
      <span className="bold">{subject}</span>
      <span className="quiet">{about}</span>
      <States counts={counts} />
      <span className="quiet">
        {by}, <time dateTime={createdAt}>{written}</time>
      </span>
    </OpeningRow>
  )
}

const states = [
  { state: 'sent', word: 'sent', Icon: CircleCheck },
  { state: 'queued', word: 'waiting', Icon: Clock },
  { state: 'failed', word: 'failed', Icon: CircleAlert },
  { state: 'kept', word: 'not emailed', Icon: Inbox },
] as const

/** Number of a message's emails in each state. */
function States({ counts }: Pick<Mailing, 'counts'>) {
  const there = states.filter(({ state }) => counts[state] > 0)
  return (
    <span className="cluster gap-1-3" data-figures>
      {there.length === 0 && <span className="quiet">{t('Deleted after 90 days')}</span>}
      {there.map(({ state, word, Icon }) => (
        <span key={state} className={`${style.state} inline-row middle gap-1`} data-state={state}>
          <Icon size={16} aria-hidden />
          {counts[state]} {t(word)}
        </span>
      ))}
    </span>
  )
}
