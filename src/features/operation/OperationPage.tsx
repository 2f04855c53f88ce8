import { useQuery, useQueryClient } from '@tanstack/react-query'
import { CircleAlert, DatabaseBackup, ShieldAlert, TriangleAlert } from 'lucide-react'
import { useRef, type ReactNode } from 'react'
import { clockOf } from '#shared/day-text.ts'
import { counted } from '#shared/text.ts'
import { t, translateSentence } from '#shared/language.ts'
import { Sentence } from '#ui/Sentence.tsx'
import { Button } from '#ui/Button.tsx'
import { EmptyState } from '#ui/EmptyState.tsx'
import { ErrorState } from '#ui/ErrorState.tsx'
import { PageHead } from '#ui/PageHead.tsx'
import { RowList } from '#ui/RowList.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import type { OutputOf } from '#shared/contract.ts'
import { read, useSend } from '#web/api.ts'
import { toast } from '#web/toast.tsx'
import { sentenceFor } from '#ui/failure-sentence.ts'
import { useTitle } from '#web/title.ts'
import { type Alarm, type Check, operation } from './api.ts'
import { BackupRow } from './BackupRow.tsx'
import style from './OperationPage.module.css'
import { StoragePart } from './storage/StoragePart.tsx'
import { timeInWords } from './rules.ts'

const { moment } = clockOf()

const refreshMs = 2000
type Operation = OutputOf<typeof operation.read>
const isGoing = ({ backups }: Operation) =>
  backups.some(({ state }) => state === 'queued' || state === 'running')

/** Page `/operation`: status of the installation for admins, with alarms, backups and the last data check. */
export function OperationPage() {
  useTitle(t('System'))
  // Receives focus when an alarm's button disappears along with its row.
  const page = useRef<HTMLDivElement>(null)
  const { data, error, isFetching, refetch } = useQuery({
    ...read(operation.read, {}),
    refetchInterval: ({ state }) => (state.data && isGoing(state.data) ? refreshMs : false),
  })
  return (
    <div ref={page} tabIndex={-1} className={`${style.page} stack gap-6 wide`}>
      <PageHead title={t('System')} actions={data?.folder ? <BackUpNow going={isGoing(data)} /> : null} />
      {data && <Parts operation={data} onSeen={() => page.current?.focus({ preventScroll: true })} />}
      {!data && !error && <Skeleton label={t('Loading the system status')} lines={8} height="2.5rem" />}
      {!data && error && (
        <ErrorState
          title={t('The system status couldn’t be loaded.')}
          message={sentenceFor(error)}
          busy={isFetching}
          onRetry={() => void refetch()}
        />
      )}
    </div>
  )
}

function BackUpNow({ going }: { going: boolean }) {
  const client = useQueryClient()
  const send = useSend(operation.backUp, {
    onSuccess: () => client.invalidateQueries({ queryKey: [operation.read.path] }),
  })
  return (
    <Button
      kind="primary"
      icon={<DatabaseBackup aria-hidden />}
      busy={going || send.isPending}
      onClick={() => send.mutate({})}
    >
      {t(going ? 'Backing up' : 'Back up now')}
    </Button>
  )
}

function Parts({
  operation: { external, folder, encrypted, readable, every, recoveryDays, backups, check, alarms },
  onSeen,
}: {
  operation: Operation
  onSeen: () => void
}) {
  const rhythm = every === 24 ? t('every night') : t('every {hours}', { hours: counted(every, 'hour') })
  return (
    <>
      {alarms.length > 0 && (
        <section className="stack gap-3" aria-label={t('Alarms')}>
          <h2>{t('Alarms')}</h2>
          <RowList>
            {alarms.map((alarm) => (
              <AlarmRow key={alarm._id} alarm={alarm} onSeen={onSeen} />
            ))}
          </RowList>
        </section>
      )}
      <section className="stack gap-3" aria-label={t('Backups')}>
        <h2>{t('Backups')}</h2>
        {folder && (
          <p className="quiet breakable">
            {t(
              'Backups are made {rhythm} and verified by restoring them. The newest backup of each of the last 7 days, 4 weeks and 6 months is kept in {folder}. Copy the backups to another machine as well.',
              { rhythm, folder },
            )}
          </p>
        )}
        {folder && recoveryDays > 0 && (
          <p className="quiet breakable">
            {t(
              'Every change in the last {days} is kept as well. “npm run restore -- --to 2026-11-23T10:15” restores the data as it was at that time.',
              { days: counted(recoveryDays, 'day') },
            )}
          </p>
        )}
        {!folder && external && (
          <Warning>
            {t(
              'You manage this database yourself. Back it up as usual, use “npm run backup”, or set BACKUP_DIR to have backups made here.',
            )}
          </Warning>
        )}
        {folder && !readable && (
          <p className="quiet breakable">
            {t(
              'Backups can be read only with the secret key for BACKUP_RECIPIENT, which isn’t on this machine. New backups are still verified by restoring them, but the monthly test of restoring to an earlier point in time is skipped. Run that test on the machine that has the key.',
            )}
          </p>
        )}
        {folder && !encrypted && (
          <Warning>
            {t(
              'New backups aren’t encrypted, so anyone who gets a copy can read it. Set BACKUP_KEY where the product is started, keep a copy of the key somewhere else, and restart.',
            )}
          </Warning>
        )}
        {backups.length > 0 && (
          <RowList label={t('Backups')}>
            {backups.map((backup) => (
              <BackupRow key={backup._id} backup={backup} />
            ))}
          </RowList>
        )}
        {backups.length === 0 && folder && (
          <EmptyState icon={<DatabaseBackup />} title={t('No backups yet')}>
            {t(
              'The first one will be made within the hour, or now with the button above. Existing files in the folder will be listed then.',
            )}
          </EmptyState>
        )}
      </section>
      <StoragePart />
      <LastCheck check={check} />
    </>
  )
}

function Warning({ children }: { children: ReactNode }) {
  return (
    <p className={`${style.warning} row top gap-2 pad-3-4 warn-ground ink rounded`}>
      <ShieldAlert size={20} aria-hidden />
      <span>{children}</span>
    </p>
  )
}

function AlarmRow({
  alarm: { _id: id, text, times, firstAt, lastAt },
  onSeen,
}: {
  alarm: Alarm
  onSeen: () => void
}) {
  const client = useQueryClient()
  const send = useSend(operation.seen, {
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: [operation.read.path] })
      toast(t('Marked as seen.'))
      onSeen()
    },
  })
  return (
    <li className={`${style.alarm} row top gap-3 pad-3-4`}>
      <CircleAlert size={20} aria-hidden />
      <div className={`${style.words} stack gap-1 shrinks`}>
        <p>{translateSentence(text)}</p>
        <p className="quiet breakable">
          <time dateTime={lastAt}>{moment(lastAt)}</time>
          {times > 1 &&
            t(', {times} since {moment}', { times: counted(times, 'time'), moment: moment(firstAt) })}
        </p>
      </div>
      <Button busy={send.isPending} onClick={() => send.mutate({ id })}>
        {t('Mark as seen')}
      </Button>
    </li>
  )
}

function LastCheck({ check }: { check: Check | null }) {
  return (
    <section className="stack gap-3" aria-label={t('Data check')}>
      <h2>{t('Data check')}</h2>
      {!check && (
        <p className="quiet breakable">
          {t('Not checked yet. The data is also checked each time a backup is verified.')}
        </p>
      )}
      {check && (
        <p className="quiet breakable" data-figures>
          <Sentence
            text="{moment}, took {time}:"
            moment={<time dateTime={check.at}>{moment(check.at)}</time>}
            time={timeInWords(check.tookMs)}
          />{' '}
          {check.findings.length === 0
            ? t('no problems found.')
            : t('{rules} broken.', { rules: counted(check.findings.length, 'rule') })}
        </p>
      )}
      {check && check.findings.length > 0 && (
        <RowList>
          {check.findings.map(({ rule, rows, examples }) => (
            <li key={rule} className={`${style.alarm} row top gap-3 pad-3-4`}>
              <TriangleAlert size={20} aria-hidden />
              <div className={`${style.words} stack gap-1 shrinks`}>
                <p>{rule}</p>
                <p className="quiet breakable" data-figures>
                  {t('{rows}, for example {examples}', {
                    rows: counted(rows, 'row'),
                    examples: examples.join(', '),
                  })}
                </p>
              </div>
            </li>
          ))}
        </RowList>
      )}
    </section>
  )
}
