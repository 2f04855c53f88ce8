import { Table } from '@mantine/core'
import { TrendingDown, TrendingUp } from 'lucide-react'
import { useState } from 'react'
import { kindTitles } from '#features/practice/rules.ts'
import { verdictWords } from '#features/questions/editing/tests/test-rows.ts'
import { wordsOf } from '#features/questions/rules.ts'
import { fullName } from '#shared/full-name.ts'
import { counted, percent } from '#shared/text.ts'
import { t } from '#shared/language.ts'
import { Button } from '#ui/Button.tsx'
import { SideSheet } from '#web/shell/SideSheet.tsx'
import type { Change, Regrade } from './api.ts'
import { LowerScoresDialog } from './LowerScoresDialog.tsx'
import { useRegrade } from './use-regrade.ts'
import style from './Regrade.module.css'

/** Describes how many scores go up, go down and stay the same, leaving out zeros. */
function turnsIn({ answers, rising, falling }: Regrade) {
  const staying = answers - rising - falling
  const turns = [
    rising > 0 && (rising === 1 ? t('1 score goes up') : t('{rising} scores go up', { rising })),
    falling > 0 && (falling === 1 ? t('1 score goes down') : t('{falling} scores go down', { falling })),
    staying > 0 &&
      (staying === 1 ? t('1 score stays the same') : t('{staying} scores stay the same', { staying })),
  ]
  return turns.filter(Boolean).join(', ')
}

type RegradeSheetProps = { id: string; regrade: Regrade; onClose: () => void }

/**
 * Sheet with the answers that a question's new key affects, and their verdicts and scores before and after.
 * Its buttons regrade all of these answers or only those whose score doesn't fall.
 */
export function RegradeSheet({ id, regrade, onClose }: RegradeSheetProps) {
  const [isAsking, setIsAsking] = useState(false)
  const { answers, rising, falling, changes } = regrade
  const { apply, isPending, refusal } = useRegrade(id, regrade, { onDone: onClose })
  return (
    <SideSheet title={t('Answers graded with the old key')} size="52rem" onClose={onClose}>
      <p className={style.counts} data-figures>
        {counted(answers, 'answer')}: {turnsIn(regrade)}.
      </p>
      {changes.some(({ reworded }) => reworded) && (
        <p className={`${style.reworded} pad-2-3 warn-ground rounded`}>
          {t('The question text has changed too. Check that the answers still fit it.')}
        </p>
      )}
      <Changes changes={changes} />
      {changes.length < rising + falling && (
        <p className={`${style.quiet} fine-print`}>
          {t('The first {count} are shown.', { count: changes.length })}
        </p>
      )}
      <div className={`${style.actions} cluster middle to-end surface`}>
        {refusal && <p role="alert">{refusal}</p>}
        {falling > 0 && (
          <Button busy={isPending} onClick={() => setIsAsking(true)}>
            {t('Regrade all…')}
          </Button>
        )}
        {answers > falling && (
          <Button kind="primary" busy={isPending} onClick={() => apply('rising')}>
            {t(falling > 0 ? 'Regrade unless the score falls' : 'Regrade')}
          </Button>
        )}
      </div>
      {isAsking && (
        <LowerScoresDialog
          regrade={regrade}
          onClose={() => setIsAsking(false)}
          onConfirm={() => {
            setIsAsking(false)
            apply('all')
          }}
        />
      )}
    </SideSheet>
  )
}

function Changes({ changes }: { changes: readonly Change[] }) {
  return (
    <Table.ScrollContainer minWidth={300}>
      <Table verticalSpacing={4}>
        <caption className="visually-hidden">{t('Before and after')}</caption>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t('Student')}</Table.Th>
            <Table.Th>{t('Answer')}</Table.Th>
            <Table.Th>{t('Before → after')}</Table.Th>
            <Table.Th>{t('Overall score')}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {changes.map((change) => (
            <ChangeRow key={`${change.workId} ${change.num}`} change={change} />
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  )
}

const scoreWords = (score: number | null) => (score === null ? t('in progress') : percent(score))

function ChangeRow({
  change: { firstName, lastName, kind, workName, given, before, after, falls },
}: {
  change: Change
}) {
  const Way = falls ? TrendingDown : TrendingUp
  return (
    <Table.Tr data-falls={falls || undefined} className={style.change}>
      <Table.Th scope="row">
        {fullName({ firstName, lastName })}
        <span className={`${style.quiet} fine-print`}>
          {workName} ({t(kindTitles[kind]).toLowerCase()})
        </span>
      </Table.Th>
      <Table.Td>{wordsOf(given)}</Table.Td>
      <Table.Td>
        {t(verdictWords[before.status])} → {t(verdictWords[after.status])}
        {after.score !== before.score && <Way size={16} aria-hidden />}
        {falls && <span className="visually-hidden">{t(', falls')}</span>}
      </Table.Td>
      <Table.Td data-figures>
        {before.work === null ? scoreWords(null) : `${scoreWords(before.work)} → ${scoreWords(after.work)}`}
      </Table.Td>
    </Table.Tr>
  )
}
