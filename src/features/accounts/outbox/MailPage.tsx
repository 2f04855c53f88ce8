import { useInfiniteQuery } from '@tanstack/react-query'
import { CircleAlert, CircleCheck, CircleX, Clock, Inbox } from 'lucide-react'
import { Fragment, useState } from 'react'
import { clockOf } from '#shared/day-text.ts'
import { translateSentence, t } from '#shared/language.ts'
import { EmptyState } from '#ui/EmptyState.tsx'
import { ErrorState } from '#ui/ErrorState.tsx'
import { More } from '#ui/More.tsx'
import { PageHead } from '#ui/PageHead.tsx'
import { OpeningRow, RowList } from '#ui/RowList.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { StatusText } from '#ui/StatusText.tsx'
import { Page } from '#ui/Page.tsx'
import { call } from '#web/api.ts'
import { SideSheet } from '#web/shell/SideSheet.tsx'
import { sentenceFor } from '#ui/failure-sentence.ts'
import { useTitle } from '#web/title.ts'
import { outbox, type Mail } from './api.ts'
import style from './MailPage.module.css'
import { piecesOf } from '#shared/links.ts'

const { moment } = clockOf()

const signs = {
  queued: { word: 'Waiting', icon: Clock, color: 'info' },
  sent: { word: 'Sent', icon: CircleCheck, color: 'success' },
  failed: { word: 'Failed', icon: CircleAlert, color: 'error' },
  stopped: { word: 'Stopped', icon: CircleX, color: 'secondary' },
  kept: { word: 'Not sent', icon: Inbox, color: 'info' },
} as const

/**
 * `/mail` (product, outbox): emails that the product has written, which staff can read here even without a
 * mail server.
 */
export function MailPage() {
  useTitle(t('Mail'))
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
    queryKey: [outbox.list.path],
    queryFn: ({ pageParam, signal }) => call(outbox.list, { after: pageParam }, { signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ after }) => after,
  })
  const [open, setOpen] = useState<Mail | null>(null)
  const mails = data?.pages.flatMap(({ mail }) => mail)
  return (
    <Page>
      <PageHead title={t('Mail')} />
      {mails?.length === 0 && (
        <EmptyState icon={<Inbox />} title={t('No emails yet')}>
          {t(
            'Invitations, password links and messages to families appear here, so you can read them and pass them on even if no mail server is set up.',
          )}
        </EmptyState>
      )}
      {mails && mails.length > 0 && (
        <RowList label={t('Mail')}>
          {mails.map((mail) => (
            <MailRow key={mail._id} mail={mail} onOpen={() => setOpen(mail)} />
          ))}
        </RowList>
      )}
      {hasNextPage && (
        <More busy={isFetchingNextPage} failed={isFetchNextPageError} onMore={() => void fetchNextPage()} />
      )}
      {!mails && !error && <Skeleton label={t('Loading emails')} lines={8} height="2.5rem" />}
      {!mails && error && (
        <ErrorState
          title={t('The emails couldn’t be loaded.')}
          message={sentenceFor(error)}
          busy={isFetching}
          onRetry={() => void refetch()}
        />
      )}
      {open && <MailSheet mail={open} onClose={() => setOpen(null)} />}
    </Page>
  )
}

function MailState({ state }: Pick<Mail, 'state'>) {
  const { word, ...look } = signs[state]
  return <StatusText {...look}>{t(word)}</StatusText>
}

function MailRow({ mail, onOpen }: { mail: Mail; onOpen: () => void }) {
  return (
    <OpeningRow columns={style.row} onOpen={onOpen}>
      <span className={`${style.subject} bold breakable`}>{mail.subject}</span>
      <span className="quiet breakable">{mail.name}</span>
      <MailState state={mail.state} />
      <time dateTime={mail.createdAt}>{moment(mail.createdAt)}</time>
    </OpeningRow>
  )
}

function MailSheet({ mail, onClose }: { mail: Mail; onClose: () => void }) {
  const { subject, name, to, state, error, createdAt, sentAt, body } = mail
  const pieces = piecesOf(body)
  return (
    <SideSheet title={subject} size="32rem" onClose={onClose}>
      <dl className={style.facts}>
        <dt>{t('To')}</dt>
        <dd>
          {name} <span className="quiet breakable">{to}</span>
        </dd>
        <dt>{t('Written')}</dt>
        <dd>{moment(createdAt)}</dd>
        <dt>{t('State')}</dt>
        <dd>
          <MailState state={state} /> {sentAt && moment(sentAt)}
          {state === 'kept' && (
            <p className="quiet breakable">
              {pieces.some(({ link }) => link)
                ? t('No mail server is set up. Open the link here, or pass it on.')
                : t('No mail server is set up.')}
            </p>
          )}
          {error && <p className="error-text">{translateSentence(error)}</p>}
        </dd>
      </dl>
      <p className={style.body}>
        {pieces.map(({ text, link }, at) =>
          link ? (
            <a key={at} href={text} target="_blank" rel="noreferrer">
              {text}
            </a>
          ) : (
            <Fragment key={at}>{text}</Fragment>
          ),
        )}
      </p>
    </SideSheet>
  )
}
