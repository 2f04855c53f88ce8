import { getRouteApi } from '@tanstack/react-router'
import { FileUp, Pencil } from 'lucide-react'
import { useState } from 'react'
import type { Section } from '#features/material/rules.ts'
import { LevelFrame, sectionsAt } from '#features/material/LevelFrame.tsx'
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
import { placeOf, type SectionPlace } from './listing/rules.ts'
import { QuestionList } from './listing/QuestionList.tsx'

const ofChapter = getRouteApi('/staff/material-editor/$levelId/$chapterNum/chapter/$sectionNum')
const ofTest = getRouteApi('/staff/material-editor/$levelId/$chapterNum/test/$sectionNum')

/** A section of a chapter with its questions. */
export function SectionPage() {
  return <SectionAt place={placeOf(ofChapter.useParams(), { test: false })} />
}

/** A section of a chapter's test with its questions. */
export function TestSectionPage() {
  return <SectionAt place={placeOf(ofTest.useParams(), { test: true })} />
}

function SectionAt({ place }: { place: SectionPlace }) {
  return (
    <LevelFrame place={place}>
      {(_, chapters) => {
        const section = sectionsAt(chapters, place).find(({ num }) => num === place.sectionNum)
        if (!section) return <ErrorState page title={`There is no section ${place.sectionNum}.`} message={sentences.notFound} />
        return <Questions key={section._id} place={place} section={section} />
      }}
    </LevelFrame>
  )
}

function Questions({ place, section }: { place: SectionPlace; section: Section }) {
  // What is imported goes into a chapter: a test is made of questions that somebody has chosen.
  const mayImport = may(useMe(), 'questions.import') && !place.test
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
        <QuestionList place={place} />
      )}
      {open === 'import' && <ImportSheet place={place} latest={latest} onClose={close} />}
      {open === 'name' && (
        <NameSheet
          levelId={place.levelId}
          named={{ kind: place.test ? 'test section' : 'section', chapterNum: place.chapterNum, record: section }}
          onClose={close}
        />
      )}
    </>
  )
}
