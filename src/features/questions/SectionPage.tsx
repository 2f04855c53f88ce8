import { getRouteApi } from '@tanstack/react-router'
import { FileUp, Pencil } from 'lucide-react'
import { useState } from 'react'
import type { Section } from '#features/material/rules.ts'
import { LevelFrame } from '#features/material/LevelFrame.tsx'
import { NameSheet } from '#features/material/NameSheet.tsx'
import { counted, plain } from '#shared/text.ts'
import { sentences } from '#shared/problem.ts'
import { Button } from '#ui/Button.tsx'
import { EmptyState } from '#ui/EmptyState.tsx'
import { ErrorState } from '#ui/ErrorState.tsx'
import { PageHead } from '#ui/PageHead.tsx'
import { may, useMe } from '#web/session.tsx'
import { ImportProgress } from './import/ImportProgress.tsx'
import { ImportSheet } from './import/ImportSheet.tsx'
import { isRunning, useImport } from './import/use-import.ts'
import { QuestionList } from './QuestionList.tsx'

const route = getRouteApi('/staff/material-editor/$levelId/$chapterNum/chapter/$sectionNum')

/** A section with its questions. */
export function SectionPage() {
  const params = route.useParams()
  const place = { levelId: params.levelId, chapterNum: Number(params.chapterNum), sectionNum: Number(params.sectionNum) }
  return (
    <LevelFrame place={place}>
      {(_, chapters) => {
        const section = chapters.find(({ num }) => num === place.chapterNum)?.sections.find(({ num }) => num === place.sectionNum)
        if (!section) return <ErrorState page title={`There is no section ${params.sectionNum}.`} message={sentences.notFound} />
        return <Questions key={section._id} place={place} section={section} />
      }}
    </LevelFrame>
  )
}

function Questions({ place, section }: { place: { levelId: string; chapterNum: number; sectionNum: number }; section: Section }) {
  const mayImport = may(useMe(), 'questions.import')
  const latest = useImport(place)
  const [open, setOpen] = useState<'name' | 'import' | null>(null)
  const close = () => setOpen(null)
  const notReady = section.questions - section.ready
  const importButton = mayImport && (
    <Button kind="primary" icon={<FileUp aria-hidden />} onClick={() => setOpen('import')}>
      Import questions
    </Button>
  )
  return (
    <>
      <PageHead
        title={plain(section.name)}
        num={section.num}
        facts={`${counted(section.questions, 'question')}${notReady > 0 ? `, ${notReady.toLocaleString('en')} not finished` : ''}`}
        actions={
          <>
            <Button icon={<Pencil aria-hidden />} onClick={() => setOpen('name')}>
              Rename
            </Button>
            {section.questions > 0 && importButton}
          </>
        }
      />
      {latest && isRunning(latest) && open !== 'import' && <ImportProgress latest={latest} />}
      {section.questions === 0 ? (
        <EmptyState icon={<FileUp />} title="No questions yet" action={importButton}>
          {mayImport
            ? 'Import them from a file with one question and its answer a line.'
            : 'An editor can import them from a file with one question and its answer a line.'}
        </EmptyState>
      ) : (
        <QuestionList level={place.levelId} chapter={place.chapterNum} section={place.sectionNum} />
      )}
      {open === 'import' && <ImportSheet place={place} latest={latest} onClose={close} />}
      {open === 'name' && (
        <NameSheet levelId={place.levelId} named={{ kind: 'section', chapterNum: place.chapterNum, record: section }} onClose={close} />
      )}
    </>
  )
}
