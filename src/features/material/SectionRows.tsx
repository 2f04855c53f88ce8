import { Menu } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { Copy } from 'lucide-react'
import { t } from '#shared/language.ts'
import { counted } from '#shared/text.ts'
import { RowMenu } from '#ui/RowMenu.tsx'
import { call, read } from '#web/api.ts'
import { material, type Chapter } from './api.ts'
import { sectionPages } from './LevelTree.tsx'
import { OrderedRows } from './moving/OrderedRows.tsx'
import { useMoving } from './moving/use-moving.ts'
import { movedTo, numBefore, type Section } from './rules.ts'
import { ReviewStatus } from './ReviewProgress.tsx'
import { tests } from './tests/api.ts'
import style from './Material.module.css'

/** Location of a chapter. */
export type ChapterRef = { levelId: string; chapterNum: number }

type SectionRowsProps = {
  at: ChapterRef
  /** True for the sections of the chapter's test. */
  test?: boolean
  sections: readonly Section[]
  onRename: (section: Section) => void
  onOpen: (dialog: 'copy' | 'drop', section: Section) => void
}

/** Sections of a chapter or of its test, with controls to reorder them. */
export function SectionRows({ at, test = false, sections, onRename, onOpen }: SectionRowsProps) {
  const move = useMoveSection(at, test)
  return (
    <OrderedRows
      label={test ? t('Sections of the test') : t('Sections')}
      isCard
      items={sections}
      onMove={(from, to) => {
        const [section, other] = [sections[from], sections[to]]
        if (section && other) move({ id: section._id, from: section.num, to: other.num })
      }}
      renderRow={(section, moving) => (
        <>
          <SectionLink at={at} test={test} section={section} />
          <RowMenu
            of={test ? t('section {name} of the test', section) : t('section {name}', section)}
            change={{ label: t('Rename'), onClick: () => onRename(section) }}
            onDrop={() => onOpen('drop', section)}
          >
            {moving}
            <Menu.Item leftSection={<Copy size={16} aria-hidden />} onClick={() => onOpen('copy', section)}>
              {' '}
              {t('Copy to…')}{' '}
            </Menu.Item>
          </RowMenu>
        </>
      )}
    />
  )
}

type Move = { id: string; from: number; to: number }

/** Returns a function that moves a section to another number within its chapter or test. */
function useMoveSection(at: ChapterRef, test: boolean) {
  const isMoved = ({ num }: Chapter) => num === at.chapterNum
  return useMoving(read(material.chapters, { levelId: at.levelId }).queryKey, {
    send: ({ id, from, to }: Move): Promise<unknown> =>
      test
        ? call(tests.changeSection, { ...at, id, num: to })
        : call(material.changeSection, { ...at, sectionNum: from, num: to }),
    done: (stored: Chapter[], { from, to }: Move) =>
      stored.map((chapter) => {
        if (!isMoved(chapter)) return chapter
        if (!test) return { ...chapter, sections: movedTo(chapter.sections, from, to) }
        return {
          ...chapter,
          test: chapter.test && { ...chapter.test, sections: movedTo(chapter.test.sections, from, to) },
        }
      }),
  })
}

type SectionLinkProps = { at: ChapterRef; test: boolean; section: Section }

function SectionLink({ at, test, section }: SectionLinkProps) {
  const to = sectionPages[test ? 'test' : 'chapter']
  const params = { levelId: at.levelId, chapterNum: String(at.chapterNum), sectionNum: String(section.num) }
  return (
    <>
      <Link
        to={to}
        params={params}
        className={`${style.name} bold breakable ink no-underline`}
        draggable={false}
        aria-keyshortcuts="Alt+ArrowUp Alt+ArrowDown"
      >
        <span className={style.num}>{numBefore(section)}</span>
        {section.name}
      </Link>
      <span className={`${style.figures} quiet`} data-figures>
        {counted(section.questions, 'question')}
      </span>
      <span className={`${style.figures} quiet`}>
        <ReviewStatus
          of={section}
          renderMark={(status, mark) => (
            <Link to={to} params={params} search={{ status }}>
              {mark}
            </Link>
          )}
        />
      </span>
    </>
  )
}
