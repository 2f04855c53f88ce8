import { getRouteApi, Link } from '@tanstack/react-router'
import { FileQuestion, FileUp, Pencil, Plus, Printer } from 'lucide-react'
import { type ReactNode, useMemo, useState } from 'react'
import { kindOf } from '#features/accounts/rules.ts'
import type { Section } from '#features/material/rules.ts'
import { LevelFrame, sectionsAt } from '#features/material/LevelFrame.tsx'
import { NameSheet } from '#features/material/NameSheet.tsx'
import { useMaterialChange } from '#features/material/use-material-change.ts'
import { t } from '#shared/language.ts'
import { placeName } from './place-name.ts'
import { mayOpen } from '#shared/permissions.ts'
import { counted } from '#shared/text.ts'
import { sentences } from '#shared/problem.ts'
import { Button, buttonClass } from '#ui/Button.tsx'
import { EmptyState } from '#ui/EmptyState.tsx'
import { ErrorState } from '#ui/ErrorState.tsx'
import { PageHead } from '#ui/PageHead.tsx'
import { may, useMe } from '#web/session.tsx'
import { isRunning, useRuns } from '#web/use-runs.ts'
import { imports } from './import/api.ts'
import { ImportProgress } from './import/ImportProgress.tsx'
import { ImportSheet } from './import/ImportSheet.tsx'
import { placeOf, type SectionPlace } from './listing/question-pages.ts'
import { QuestionLink } from './listing/QuestionLink.tsx'
import { QuestionList } from './listing/QuestionList.tsx'
import { type Filter, filterOf } from './listing/use-questions.ts'

const ofChapter = getRouteApi('/staff/material-editor/$levelId/$chapterNum/chapter/$sectionNum')
const ofTest = getRouteApi('/staff/material-editor/$levelId/$chapterNum/test/$sectionNum')

/** A section of a chapter with its questions. */
export function SectionPage() {
  const filter = filterOf(ofChapter.useSearch())
  return <SectionAt place={placeOf(ofChapter.useParams(), { test: false })} filter={filter} />
}

/** A section of a chapter's test with its questions. */
export function TestSectionPage() {
  const filter = filterOf(ofTest.useSearch())
  return <SectionAt place={placeOf(ofTest.useParams(), { test: true })} filter={filter} />
}

function SectionAt({
  place: { levelId, chapterNum, sectionNum, test },
  filter,
}: {
  place: SectionPlace
  filter: Filter
}) {
  // Keeps the same object while its values don't change, so that a search doesn't re-render every row.
  const place = useMemo(
    () => ({ levelId, chapterNum, sectionNum, test }),
    [levelId, chapterNum, sectionNum, test],
  )
  return (
    <LevelFrame place={place}>
      {(_, chapters) => {
        const section = sectionsAt(chapters, place).find(({ num }) => num === place.sectionNum)
        if (!section)
          return (
            <ErrorState
              page
              title={t('There is no section {sectionNum}.', { sectionNum: place.sectionNum })}
              message={t(sentences.notFound)}
            />
          )
        return <Questions key={section._id} place={place} section={section} filter={filter} />
      }}
    </LevelFrame>
  )
}

function Questions({ place, section, filter }: { place: SectionPlace; section: Section; filter: Filter }) {
  const mayImport = may(useMe(), 'questions.import')
  const mayPrint = mayOpen(kindOf(useMe()), '/bc-print')
  const latest = useRuns(imports.list, place, useMaterialChange())[0] ?? null
  const [open, setOpen] = useState<'name' | 'import' | null>(null)
  const close = () => setOpen(null)
  const notReady = section.questions - section.ready
  const importButton = mayImport && (
    <Button icon={<FileUp aria-hidden />} onClick={() => setOpen('import')}>
      {t('Import questions')}
    </Button>
  )
  return (
    <>
      <PageHead
        title={section.name}
        num={section.num}
        facts={
          counted(section.questions, 'question') +
          (notReady > 0 ? t(', {notReady} not finished', { notReady }) : '')
        }
        actions={
          <>
            <Button icon={<Pencil aria-hidden />} onClick={() => setOpen('name')}>
              {t('Rename')}
            </Button>
            {mayPrint && section.questions > 0 && (
              <Link
                to="/bc-print"
                search={{ level: place.levelId, of: placeName(place) }}
                className={buttonClass({})}
              >
                <Printer aria-hidden /> {t('Print')}
              </Link>
            )}
            {section.questions > 0 && importButton}
            {section.questions > 0 && <NewQuestion place={place} />}
          </>
        }
      />
      {latest && isRunning(latest) && open !== 'import' && <ImportProgress latest={latest} />}
      {section.questions === 0 ? (
        <NoQuestions place={place} importButton={importButton} />
      ) : (
        <QuestionList place={place} filter={filter} />
      )}
      {open === 'import' && <ImportSheet place={place} latest={latest} onClose={close} />}
      {open === 'name' && (
        <NameSheet
          levelId={place.levelId}
          named={{
            kind: place.test ? 'test section' : 'section',
            chapterNum: place.chapterNum,
            record: section,
          }}
          onClose={close}
        />
      )}
    </>
  )
}

function NewQuestion({ place }: { place: SectionPlace }) {
  return (
    <QuestionLink place={place} id="new" className={buttonClass({ kind: 'primary' })}>
      <Plus aria-hidden /> {t('New question')}
    </QuestionLink>
  )
}

function NoQuestions({ place, importButton }: { place: SectionPlace; importButton: ReactNode }) {
  return (
    <EmptyState
      icon={<FileQuestion />}
      title={t('No questions yet')}
      action={
        <>
          {importButton}
          <NewQuestion place={place} />
        </>
      }
    >
      {t(
        importButton
          ? 'Write the first one, or import them from a file, one question and answer per line.'
          : 'Write the first one. An editor can import them from a file, one question and answer per line.',
      )}
    </EmptyState>
  )
}
