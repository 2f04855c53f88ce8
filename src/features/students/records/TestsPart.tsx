import { Table } from '@mantine/core'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { Part } from '../Part.tsx'
import { dateInWords } from '#shared/day-text.ts'
import { t } from '#shared/language.ts'
import { Button } from '#ui/Button.tsx'
import { RowMenu } from '#ui/RowMenu.tsx'
import { call } from '#web/api.ts'
import { toast } from '#web/toast.tsx'
import { sentenceFor } from '#ui/failure-sentence.ts'
import { records, type PaperTest } from './api.ts'
import { useRecordChange } from './use-record-change.ts'
import style from './Records.module.css'
import { later } from '#web/later.tsx'

const TestSheet = later(() => import('./TestSheet.tsx').then((part) => part.TestSheet))

type TestsPartProps = { centerId: string; studentId: string; tests: readonly PaperTest[] }

/** A student's paper tests, newest first. */
export function TestsPart({ centerId, studentId, tests }: TestsPartProps) {
  const [open, setOpen] = useState<{ test: PaperTest | null } | null>(null)
  const drop = useDropping({ centerId, studentId })
  return (
    <Part
      title={t('Tests')}
      empty={tests.length === 0 && t('No paper tests yet.')}
      action={
        <Button changes kind="quiet" icon={<Plus aria-hidden />} onClick={() => setOpen({ test: null })}>
          {t('Add test')}
        </Button>
      }
    >
      {tests.length > 0 && (
        <TestTable tests={tests} onChange={(test) => setOpen({ test })} onDrop={(test) => void drop(test)} />
      )}
      {open && (
        <TestSheet centerId={centerId} studentId={studentId} test={open.test} onClose={() => setOpen(null)} />
      )}
    </Part>
  )
}

/** Returns a function that deletes a test immediately. A toast offers to add it again. */
function useDropping(studentRef: { centerId: string; studentId: string }) {
  const changed = useRecordChange()
  const run = async (act: () => Promise<unknown>, done: () => void) => {
    try {
      await act()
      done()
    } catch (failure) {
      toast(sentenceFor(failure), 'error')
    }
    await changed()
  }
  return async ({ _id, recorder: _, version, ...test }: PaperTest) => {
    const restore = () =>
      run(
        () => call(records.addTest, { ...studentRef, ...test }),
        () => toast(t('Test restored.')),
      )
    await run(
      () => call(records.dropTest, { ...studentRef, testId: _id }, { version }),
      () => toast(t('Test deleted.'), 'success', { label: t('Undo'), act: () => void restore() }),
    )
  }
}

type TestTableProps = {
  tests: readonly PaperTest[]
  onChange: (test: PaperTest) => void
  onDrop: (test: PaperTest) => void
}

function TestTable({ tests, onChange, onDrop }: TestTableProps) {
  return (
    <Table.ScrollContainer minWidth={300}>
      <Table highlightOnHover verticalSpacing={2} horizontalSpacing="sm" className={style.snug}>
        <caption className="visually-hidden">{t('Tests')}</caption>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t('Test')}</Table.Th>
            <Table.Th visibleFrom="sm">{t('Day')}</Table.Th>
            <Table.Th>{t('First try')}</Table.Th>
            <Table.Th>{t('Corrected')}</Table.Th>
            <Table.Th visibleFrom="sm">{t('Recorded by')}</Table.Th>
            <Table.Th pos="relative" w="1%">
              <span className="visually-hidden">{t('Actions')}</span>
            </Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {tests.map((test) => (
            <Table.Tr key={test._id}>
              <Table.Td>
                {`${test.level}, ${test.test}`} <span className="quiet">{test.name}</span>
              </Table.Td>
              <Table.Td visibleFrom="sm">{dateInWords(test.date)}</Table.Td>
              <Table.Td>{test.score1}</Table.Td>
              <Table.Td>{test.score2}</Table.Td>
              <Table.Td visibleFrom="sm">{test.recorder}</Table.Td>
              <Table.Td>
                <RowMenu
                  of={t('test {level}, {test}', { level: test.level, test: test.test })}
                  change={{ label: t('Change'), onClick: () => onChange(test) }}
                  onDrop={() => onDrop(test)}
                />
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  )
}
