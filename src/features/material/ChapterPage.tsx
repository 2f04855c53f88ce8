import { getRouteApi, Link } from '@tanstack/react-router'
import { FileQuestion, Pencil, Plus } from 'lucide-react'
import { useState } from 'react'
import { counted, plain } from '#shared/text.ts'
import { Button } from '#ui/Button.tsx'
import { EmptyState } from '#ui/EmptyState.tsx'
import { ErrorState } from '#ui/ErrorState.tsx'
import { sentences } from '#shared/problem.ts'
import { PageHead } from '#ui/PageHead.tsx'
import { RowMenu } from '#ui/RowMenu.tsx'
import { call } from '#web/api.ts'
import { material, type Chapter } from './api.ts'
import type { Section } from './rules.ts'
import { DropDialog } from './DropDialog.tsx'
import { LevelFrame } from './LevelFrame.tsx'
import { sectionPages } from './LevelTree.tsx'
import { NameSheet, type Named } from './NameSheet.tsx'
import style from './Material.module.css'

const route = getRouteApi('/staff/material-editor/$levelId/$chapterNum')

/** A chapter with its sections. */
export function ChapterPage() {
  const { levelId, chapterNum } = route.useParams()
  return (
    <LevelFrame place={{ levelId, chapterNum: Number(chapterNum) }}>
      {(_, chapters) => {
        const chapter = chapters.find(({ num }) => num === Number(chapterNum))
        if (!chapter) return <ErrorState page title={`There is no chapter ${chapterNum}.`} message={sentences.notFound} />
        return <Sections levelId={levelId} chapter={chapter} />
      }}
    </LevelFrame>
  )
}

type Open = { what: 'name'; named: Named } | { what: 'drop'; section: Section }

function Sections({ levelId, chapter }: { levelId: string; chapter: Chapter }) {
  const [open, setOpen] = useState<Open | null>(null)
  const { num: chapterNum, name, sections, test } = chapter
  const rename = (named: Named) => setOpen({ what: 'name', named })
  const addButton = (
    <Button kind="primary" icon={<Plus aria-hidden />} onClick={() => rename({ kind: 'new section', chapterNum, record: null })}>
      Add section
    </Button>
  )
  return (
    <>
      <PageHead
        title={plain(name)}
        num={chapterNum}
        actions={
          <>
            <Button icon={<Pencil aria-hidden />} onClick={() => rename({ kind: 'chapter', record: chapter })}>
              Rename
            </Button>
            {sections.length > 0 && addButton}
          </>
        }
      />
      {sections.length === 0 ? (
        <EmptyState icon={<FileQuestion />} title="No sections yet" action={addButton}>
          A section holds the questions of one lesson, and is what is given as homework.
        </EmptyState>
      ) : (
        <ul className={`${style.card} ${style.rows}`} aria-label="Sections">
          {sections.map((section) => (
            <li key={section.num} className={style.row}>
              <SectionLink to={sectionPages.chapter} chapter={{ levelId, chapterNum: String(chapterNum) }} section={section} />
              <RowMenu
                of={`section ${plain(section.name)}`}
                change={{ label: 'Rename', onClick: () => rename({ kind: 'section', chapterNum, record: section }) }}
                onDrop={() => setOpen({ what: 'drop', section })}
              />
            </li>
          ))}
        </ul>
      )}
      {test && test.sections.length > 0 && <TestSections levelId={levelId} chapterNum={chapterNum} test={test} />}
      {open?.what === 'name' && <NameSheet levelId={levelId} named={open.named} onClose={() => setOpen(null)} />}
      {open?.what === 'drop' && (
        <DropDialog
          what={`section “${plain(open.section.name)}”`}
          drop={() => call(material.dropSection, { levelId, chapterNum, sectionNum: open.section.num })}
          onClose={() => setOpen(null)}
        >
          Its questions go with it. A section that stands in homework stays.
        </DropDialog>
      )}
    </>
  )
}

function TestSections({ levelId, chapterNum, test }: { levelId: string; chapterNum: number; test: NonNullable<Chapter['test']> }) {
  return (
    <>
      <h2 className={style.heading}>{plain(test.name)}</h2>
      <ul className={`${style.card} ${style.rows}`} aria-label="Sections of the test">
        {test.sections.map((section) => (
          <li key={section.num} className={style.row}>
            <SectionLink to={sectionPages.test} chapter={{ levelId, chapterNum: String(chapterNum) }} section={section} />
          </li>
        ))}
      </ul>
    </>
  )
}

type SectionLinkProps = {
  to: (typeof sectionPages)[keyof typeof sectionPages]
  chapter: { levelId: string; chapterNum: string }
  section: Section
}

function SectionLink({ to, chapter, section }: SectionLinkProps) {
  const { num, name, questions, ready } = section
  return (
    <>
      <Link to={to} params={{ ...chapter, sectionNum: String(num) }} className={style.name}>
        <span className={style.num}>{num}</span>
        {plain(name)}
      </Link>
      <span className={style.figures} data-figures>
        {counted(questions, 'question')}
      </span>
      <span className={style.figures} data-figures>
        {ready < questions && `${(questions - ready).toLocaleString('en')} not finished`}
      </span>
    </>
  )
}
