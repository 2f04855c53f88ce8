import { ActionIcon, Menu } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Ban, CalendarClock, EllipsisVertical, Plus, Undo2 } from 'lucide-react'
import { useContext, useState } from 'react'
import { kindOf } from '#features/accounts/rules.ts'
import { Part } from '#features/students/Part.tsx'
import { dayInWords } from '#shared/day-text.ts'
import { t } from '#shared/language.ts'
import { QueryState } from '#ui/QueryState.tsx'
import { Button } from '#ui/Button.tsx'
import { ReadOnly } from '#ui/read-only.ts'
import { read } from '#web/api.ts'
import { useLive } from '#web/live.ts'
import { useMe } from '#web/session.tsx'
import { type Credit, credits } from './api.ts'
import style from './MakeUps.module.css'
import { creditWords, mayExtend, reasonWords } from './credit-state.ts'
import { useCredits } from './use-credits.ts'
import { later } from '#web/later.tsx'

const ExtendSheet = later(() => import('./ExtendSheet.tsx').then((part) => part.ExtendSheet))
const FinderSheet = later(() => import('./FinderSheet.tsx').then((part) => part.FinderSheet))
const GrantSheet = later(() => import('./GrantSheet.tsx').then((part) => part.GrantSheet))

type OpenSheet = 'grant' | { action: 'book' | 'extend'; credit: Credit } | null

/**
 * A student's make-up ledger: each missed class with the state of its credit, and a button to book a make-up.
 */
export function MakeUps({ centerId, studentId }: { centerId: string; studentId: string }) {
  const [open, setOpen] = useState<OpenSheet>(null)
  const { data, error, refetch } = useQuery(read(credits.ofStudent, { centerId, studentId }))
  useLive(`student:${studentId}`, ['schedule', 'attendance'], [credits.ofStudent])
  const { setVoid, changed } = useCredits(centerId)
  const close = () => setOpen(null)
  return (
    <Part
      title={t('Make-ups')}
      empty={data?.length === 0 && t('No make-up credits. Reporting an absence in time earns one.')}
      action={
        <Button changes kind="quiet" icon={<Plus aria-hidden />} onClick={() => setOpen('grant')}>
          {t('Add make-up credit')}
        </Button>
      }
    >
      {data ? (
        <Ledger
          entries={data}
          onBook={(credit) => setOpen({ action: 'book', credit })}
          onExtend={(credit) => setOpen({ action: 'extend', credit })}
          onVoid={setVoid}
        />
      ) : (
        <QueryState query={{ error, refetch }} of={t('the make-ups')} lines={2} height="2.75rem" />
      )}
      {open === 'grant' && (
        <GrantSheet centerId={centerId} studentId={studentId} onDone={changed} onClose={close} />
      )}
      {open !== null && open !== 'grant' && open.action === 'extend' && (
        <ExtendSheet centerId={centerId} credit={open.credit} onDone={changed} onClose={close} />
      )}
      {open !== null && open !== 'grant' && open.action === 'book' && (
        <FinderSheet centerId={centerId} credit={open.credit} onClose={close} />
      )}
    </Part>
  )
}

type LedgerProps = {
  entries: readonly Credit[]
  onBook: (credit: Credit) => void
  onExtend: (credit: Credit) => void
  onVoid: (credit: Credit, isVoid: boolean) => void
}

const missedWords = ({ className, missedOn }: Credit) => `${className}, ${dayInWords(missedOn)}`

function Ledger({ entries, onBook, ...actions }: LedgerProps) {
  return (
    <ul className={`${style.ledger} breakable`}>
      {entries.map((credit) => (
        <li key={credit._id} data-state={credit.state}>
          <div className={style.missed}>
            <strong data-figures>{missedWords(credit)}</strong>
            <span className="quiet">
              {t(reasonWords[credit.reason])}
              {credit.note && `: ${credit.note}`}
            </span>
          </div>
          <span data-figures>{creditWords(credit)}</span>
          <span className={`${style.end} row middle to-end gap-1`}>
            {credit.state === 'open' && (
              <Button
                changes
                onClick={() => onBook(credit)}
                aria-label={t('Book a make-up for {credit}', { credit: missedWords(credit) })}
              >
                {t('Book')}
              </Button>
            )}
            <CreditMenu credit={credit} {...actions} />
          </span>
        </li>
      ))}
    </ul>
  )
}

function CreditMenu({
  credit,
  onExtend,
  onVoid,
}: { credit: Credit } & Pick<LedgerProps, 'onExtend' | 'onVoid'>) {
  const me = useMe()
  const readOnly = useContext(ReadOnly)
  const isVoid = credit.state === 'void'
  const canExtend = mayExtend(kindOf(me)) && (credit.state === 'open' || credit.state === 'expired')
  const canVoid = isVoid || credit.state === 'open' || credit.state === 'expired'
  if (readOnly !== null || (!canExtend && !canVoid)) return null
  return (
    <Menu position="bottom-end" withinPortal>
      <Menu.Target>
        <ActionIcon
          variant="subtle"
          color="secondary"
          size="var(--target)"
          aria-label={t('Actions for the credit for {credit}', { credit: missedWords(credit) })}
        >
          <EllipsisVertical size={18} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {canExtend && (
          <Menu.Item leftSection={<CalendarClock size={16} aria-hidden />} onClick={() => onExtend(credit)}>
            {t('Change last day')}
          </Menu.Item>
        )}
        {canVoid && (
          <Menu.Item
            leftSection={isVoid ? <Undo2 size={16} aria-hidden /> : <Ban size={16} aria-hidden />}
            onClick={() => onVoid(credit, !isVoid)}
          >
            {credit.overLimit !== null ? t('Grant anyway') : t(isVoid ? 'Restore' : 'Void')}
          </Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  )
}
