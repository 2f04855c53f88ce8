import { Menu } from '@mantine/core'
import { Link, useParams } from '@tanstack/react-router'
import { Ban, CalendarClock, PenLine, Printer, ScanLine, SendHorizontal, Undo2 } from 'lucide-react'
import { useContext, useState } from 'react'
import { useStudentChange } from '#features/students/use-student-change.ts'
import { t } from '#shared/language.ts'
import { ReadOnly } from '#ui/read-only.ts'
import { RowMenu } from '#ui/RowMenu.tsx'
import { useSend } from '#web/api.ts'
import { may, useMe } from '#web/session.tsx'
import { toast } from '#web/toast.tsx'
import type { WorkLine } from '../api.ts'
import { useGiveCorrections } from '../corrections/use-give-corrections.ts'
import { isFree, kindWords } from '../rules.ts'
import { workCan } from '../work-actions.ts'
import { givenWork } from './api.ts'
import { whyNotPrinted } from './printable.ts'
import { later } from '#web/later.tsx'

const PlanSheet = later(() => import('./PlanSheet.tsx').then((part) => part.PlanSheet))
const VoidDialog = later(() => import('./VoidDialog.tsx').then((part) => part.VoidDialog))
const WithdrawDialog = later(() => import('./WithdrawDialog.tsx').then((part) => part.WithdrawDialog))

/**
 * Returns the menu items to print the work as a worksheet and to scan filled-in worksheets. Returns none for
 * work that can't be printed.
 */
const paperItems = (centerId: string, work: WorkLine) =>
  whyNotPrinted(work) === null
    ? [
        <Menu.Item
          key="print"
          leftSection={<Printer size={16} aria-hidden />}
          renderRoot={(item) => (
            <Link
              {...item}
              to="/centers/$centerId/worksheets/$workId"
              params={{ centerId, workId: work._id }}
            />
          )}
        >
          {t('Print worksheet')}
        </Menu.Item>,
        <Menu.Item
          key="scan"
          leftSection={<ScanLine size={16} aria-hidden />}
          renderRoot={(item) => (
            <Link {...item} to="/centers/$centerId/worksheet-pages/{-$pageId}" params={{ centerId }} />
          )}
        >
          {t('Scan worksheets')}
        </Menu.Item>,
      ]
    : []

type WorkActionsProps = { studentId: string; work: WorkLine }

/**
 * Menu of the actions that a student's work allows in its current state. Renders no menu if there are none.
 */
export function WorkActions({ studentId, work }: WorkActionsProps) {
  const [open, setOpen] = useState<'plan' | 'withdraw' | 'void' | null>(null)
  const mayVoid = may(useMe(), 'work.void')
  const { centerId = '' } = useParams({ strict: false })
  const changed = useStudentChange()
  const giveBack = useSend(givenWork[work.kind].change, {
    onSuccess: () => toast(t('The {words} was returned.', { words: t(kindWords[work.kind]) })),
    onSettled: () => void changed(),
  })
  const giveCorrections = useGiveCorrections(studentId, work)
  const isReadOnly = useContext(ReadOnly) !== null
  const sheetProps = { studentId, work, onClose: () => setOpen(null) }
  const paper = paperItems(centerId, work)
  const all = [
    work.state === 'graded' && (
      <Menu.Item
        key="return"
        leftSection={<SendHorizontal size={16} aria-hidden />}
        onClick={() =>
          giveBack.mutate({ id: studentId, itemId: work._id, state: 'returned', ifMatch: work.version })
        }
      >
        {t('Return to the student')}
      </Menu.Item>
    ),
    giveCorrections && (
      <Menu.Item key="corrections" leftSection={<PenLine size={16} aria-hidden />} onClick={giveCorrections}>
        {t('Assign corrections')}
      </Menu.Item>
    ),
    ...paper,
    workCan('plan', work) && (
      <Menu.Item
        key="plan"
        leftSection={<CalendarClock size={16} aria-hidden />}
        onClick={() => setOpen('plan')}
      >
        {t(isFree(work.kind) ? 'Due date and time limit…' : 'Due date…')}
      </Menu.Item>
    ),
    workCan('withdraw', work) && (
      <Menu.Item
        key="withdraw"
        leftSection={<Undo2 size={16} aria-hidden />}
        onClick={() => setOpen('withdraw')}
      >
        {t('Withdraw…')}
      </Menu.Item>
    ),
    mayVoid && workCan('void', work) && (
      <Menu.Item key="void" leftSection={<Ban size={16} aria-hidden />} onClick={() => setOpen('void')}>
        {t('Void…')}
      </Menu.Item>
    ),
  ].filter(Boolean)
  const items = isReadOnly ? paper : all
  return (
    <>
      {items.length > 0 && <RowMenu of={work.name}>{items}</RowMenu>}
      {open === 'plan' && <PlanSheet {...sheetProps} />}
      {open === 'withdraw' && <WithdrawDialog {...sheetProps} />}
      {open === 'void' && <VoidDialog {...sheetProps} />}
    </>
  )
}
