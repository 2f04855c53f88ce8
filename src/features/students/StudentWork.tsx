import { Table } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { BookOpen, Undo2 } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import type { WorkLine } from '#features/practice/api.ts'
import { GiveCorrections } from '#features/practice/corrections/GiveCorrections.tsx'
import { workCan, stateWords } from '#features/practice/rules.ts'
import { WithdrawDialog } from '#features/practice/WithdrawDialog.tsx'
import { WorkSheet } from '#features/practice/WorkSheet.tsx'
import { dayInWords } from '#shared/days.ts'
import { plain } from '#shared/text.ts'
import { Button } from '#ui/Button.tsx'
import { EmptyState } from '#ui/EmptyState.tsx'
import { ErrorState } from '#ui/ErrorState.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { read } from '#web/api.ts'
import { sentenceFor } from '#web/snack.tsx'
import { students } from './api.ts'
import { Part } from './Part.tsx'
import style from './Students.module.css'

type StudentWorkProps = { studentId: string; onAssign: () => void }
type Open = { what: 'sheet' | 'withdraw'; work: WorkLine } | null

/** A student's homework with its figures, newest first; each opens beside the page. */
export function StudentWork({ studentId, onAssign }: StudentWorkProps) {
  const { data, error, isFetching, refetch } = useQuery(read(students.atWork, { id: studentId }))
  const [open, setOpen] = useState<Open>(null)
  const close = () => setOpen(null)
  return (
    <Part title="Homework">
      {data ? (
        data.work.length === 0 ? (
          <EmptyState icon={<BookOpen />} title="No homework yet" action={<Button onClick={onAssign}>Assign homework</Button>}>
            Give sections of a chapter to practise. How it goes shows here while the student works.
          </EmptyState>
        ) : (
          <WorkTable studentId={studentId} homework={data.work} onOpen={setOpen} />
        )
      ) : error ? (
        <ErrorState title="The homework can’t be shown." message={sentenceFor(error)} busy={isFetching} onRetry={() => void refetch()} />
      ) : (
        <Skeleton label="Loading the homework" lines={3} height="2.5rem" />
      )}
      {open?.what === 'sheet' && <WorkSheet studentId={studentId} itemId={open.work._id} name={open.work.name} onClose={close} />}
      {open?.what === 'withdraw' && <WithdrawDialog studentId={studentId} work={open.work} onClose={close} />}
    </Part>
  )
}

type WorkTableProps = { studentId: string; homework: WorkLine[]; onOpen: (open: Open) => void }

function WorkTable({ studentId, homework, onOpen }: WorkTableProps) {
  return (
    <Table.ScrollContainer minWidth={300}>
      <Table highlightOnHover verticalSpacing={2}>
        <caption className="visually-hidden">Homework</caption>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Name</Table.Th>
            <Table.Th>State</Table.Th>
            <Table.Th visibleFrom="sm">Due</Table.Th>
            <Table.Th>Right</Table.Th>
            <Table.Th visibleFrom="sm">With hints</Table.Th>
            <Table.Th visibleFrom="sm">Score</Table.Th>
            <Table.Th aria-label="Actions" w="1%" />
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {homework.map((work) => (
            <WorkRow key={work._id} work={work} onOpen={onOpen}>
              <GiveCorrections studentId={studentId} work={work} all={homework}>
                Corrections
              </GiveCorrections>
            </WorkRow>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  )
}

type WorkRowProps = { work: WorkLine; onOpen: (open: Open) => void; children: ReactNode }

function WorkRow({ work, onOpen, children }: WorkRowProps) {
  const { name, state, dueOn, answered, questions, correct, total, hint, score } = work
  return (
    <Table.Tr>
      <Table.Td>
        <button type="button" className={`${style.name} ${style.open}`} onClick={() => onOpen({ what: 'sheet', work })}>
          {plain(name)}
        </button>
      </Table.Td>
      <Table.Td>
        {stateWords[state]}
        {state === 'started' && <span className={style.quiet}>{` ${answered} of ${questions}`}</span>}
      </Table.Td>
      <Table.Td visibleFrom="sm">{dueOn && dayInWords(dueOn)}</Table.Td>
      <Table.Td>{correct !== null && `${correct} of ${total}`}</Table.Td>
      <Table.Td visibleFrom="sm">{hint}</Table.Td>
      <Table.Td visibleFrom="sm">{score !== null && `${Math.round(100 * score)}%`}</Table.Td>
      <Table.Td>
        {children}
        {workCan('withdraw', work) && (
          <Button
            kind="quiet"
            icon={<Undo2 aria-hidden />}
            aria-label={`Withdraw ${plain(name)}`}
            onClick={() => onOpen({ what: 'withdraw', work })}
          >
            <span className={style.roomy}>Withdraw</span>
          </Button>
        )}
      </Table.Td>
    </Table.Tr>
  )
}
