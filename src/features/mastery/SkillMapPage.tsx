import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { ArrowLeft, Grid3x3, Sparkles } from 'lucide-react'
import { type ComponentProps, useState } from 'react'
import { asStaff } from '#features/practice/question-ref.ts'
import { AssignWork } from '#features/practice/assigning/AssignWork.tsx'
import { fullName } from '#shared/full-name.ts'
import { counted } from '#shared/text.ts'
import { t } from '#shared/language.ts'
import { Button } from '#ui/Button.tsx'
import { EmptyState } from '#ui/EmptyState.tsx'
import { Page } from '#ui/Page.tsx'
import { PageHead } from '#ui/PageHead.tsx'
import { QueryState } from '#ui/QueryState.tsx'
import { read } from '#web/api.ts'
import { useLive } from '#web/live.ts'
import { SideSheet } from '#web/shell/SideSheet.tsx'
import { useTitle } from '#web/title.ts'
import { type ChildSkills, type Section, type Skill, skills } from './api.ts'
import { ClassMistakes } from './ClassMistakes.tsx'
import { levelWords, skillLevels } from './level-words.ts'
import { LevelWord, levelSigns } from './LevelWord.tsx'
import { NextHomework } from './NextHomework.tsx'
import { AnswerList, SkillLegend } from './SkillList.tsx'
import style from './Skills.module.css'

const page = getRouteApi('/staff/centers/$centerId/classes/$classId/skills')

type OpenDialog =
  | { what: 'next' }
  | { what: 'section'; section: Section }
  | { what: 'skill'; section: Section; child: ChildSkills; skill: Skill }
type SectionAssignment = { section: Section; children: readonly ChildSkills[] }

/** Returns a section's place in the material: `1.2`, or `Test 1:` for a section of a test. */
const placeOf = ({ isTest, chapterNum, num }: Section) =>
  isTest ? t('Test {chapterNum}:', { chapterNum }) : `${chapterNum}.${num}`
const skillIn = ({ skills: of }: ChildSkills, { _id }: Section) =>
  of.find(({ sectionId }) => sectionId === _id)

/**
 * Page `/centers/{centerId}/classes/{classId}/skills`: the skills of the children in a class, section by
 * section.
 */
export function SkillMapPage() {
  const { centerId, classId } = page.useParams()
  const { data, error, isFetching, refetch } = useQuery(read(skills.ofClass, { centerId, classId }))
  useLive(`center:${centerId}`, ['work', 'schedule'], [skills.ofClass])
  useTitle(data ? t('Skills in {className}', { className: data.className }) : t('Skills'))
  const [open, setOpen] = useState<OpenDialog | null>(null)
  const [assigned, setAssigned] = useState<SectionAssignment | null>(null)
  const assign = (to: SectionAssignment) => {
    setOpen(null)
    setAssigned(to)
  }
  return (
    <Page>
      <Link
        to="/centers/$centerId/classes/$classId"
        params={{ centerId, classId }}
        className="inline-row middle gap-2 quiet target no-underline"
      >
        <ArrowLeft size={16} aria-hidden /> {data?.className ?? t('Class')}
      </Link>
      <PageHead
        title={t('Skills')}
        facts={
          data && `${counted(data.children.length, 'student')}, ${counted(data.sections.length, 'section')}`
        }
        actions={
          data &&
          data.children.length > 0 && (
            <Button changes icon={<Sparkles aria-hidden />} onClick={() => setOpen({ what: 'next' })}>
              {t('Propose homework')}
            </Button>
          )
        }
      />
      {!data && (
        <QueryState query={{ error, isFetching, refetch }} of={t('the skills')} lines={8} height="2.5rem" />
      )}
      {data?.sections.length === 0 && <NoSkills />}
      {data && data.sections.length > 0 && (
        <>
          <SkillMap {...data} onOpen={setOpen} />
          <SkillLegend />
        </>
      )}
      {open?.what === 'skill' && (
        <SkillSheet {...open} centerId={centerId} onAssign={assign} onClose={() => setOpen(null)} />
      )}
      {open?.what === 'next' && (
        <NextHomework
          centerId={centerId}
          proposals={read(skills.nextOfClass, { centerId, classId })}
          onClose={() => setOpen(null)}
        />
      )}
      {open?.what === 'section' && data && (
        <SectionSheet
          mistakes={read(skills.mistakes, { centerId, classId, sectionId: open.section._id })}
          section={open.section}
          members={data.children}
          onAssign={assign}
          onClose={() => setOpen(null)}
        />
      )}
      {assigned && (
        <AssignWork
          opened
          centerId={centerId}
          students={assigned.children}
          item={{
            kind: 'homework',
            levelId: assigned.section.levelId,
            chapterNum: assigned.section.chapterNum,
            sections: [assigned.section._id],
          }}
          onClose={() => setAssigned(null)}
        />
      )}
    </Page>
  )
}

const NoSkills = () => (
  <EmptyState icon={<Grid3x3 aria-hidden />} title={t('Nothing to show yet')}>
    {t('Once students in this class have completed homework, you’ll see here what each of them can do.')}
  </EmptyState>
)

type SkillMapProps = {
  sections: readonly Section[]
  children: readonly ChildSkills[]
  onOpen: (open: OpenDialog) => void
}

/**
 * Table of children and sections. A cell opens the answers behind that skill, and a section's name opens its
 * mistakes and the children grouped by level.
 */
function SkillMap({ sections, children: rows, onOpen }: SkillMapProps) {
  const levels = new Set(sections.map(({ levelId }) => levelId))
  return (
    <div className={`${style.map} card`} tabIndex={0} role="region" aria-label={t('Skills in this class')}>
      <table className={style.table}>
        <thead>
          <tr>
            <th scope="col">{t('Student')}</th>
            {sections.map((section) => (
              <th key={section._id} scope="col">
                <button
                  type="button"
                  className={style.section}
                  onClick={() => onOpen({ what: 'section', section })}
                >
                  {levels.size > 1 && `${section.level} · `}
                  {placeOf(section)} {section.name}
                </button>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((child) => (
            <tr key={child._id}>
              <th scope="row">{fullName(child)}</th>
              {sections.map((section) => (
                <td key={section._id}>
                  <Cell child={child} section={section} onOpen={onOpen} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

type CellProps = { child: ChildSkills; section: Section; onOpen: (open: OpenDialog) => void }

function Cell({ child, section, onOpen }: CellProps) {
  const skill = skillIn(child, section)
  if (!skill) return <span className="visually-hidden">{t('Not started')}</span>
  const Sign = levelSigns[skill.level]
  const words = `${t(levelWords[skill.level])}${skill.isDue ? t(', due for review') : ''}`
  return (
    <button
      type="button"
      className={style.cell}
      data-level={skill.level}
      data-due={skill.isDue || undefined}
      title={words}
      aria-label={`${fullName(child)}, ${section.name}: ${words}`}
      onClick={() => onOpen({ what: 'skill', section, child, skill })}
    >
      <Sign size={18} aria-hidden />
    </button>
  )
}

type SkillSheetProps = {
  centerId: string
  section: Section
  child: ChildSkills
  skill: Skill
  onAssign: (to: SectionAssignment) => void
  onClose: () => void
}

/** Sheet with the answers behind a child's skill. */
function SkillSheet({ centerId, section, child, skill, onAssign, onClose }: SkillSheetProps) {
  const { _id: studentId } = child
  const root = `/centers/${encodeURIComponent(centerId)}/attendance/students/${studentId}`
  return (
    <SideSheet title={`${fullName(child)}: ${section.name}`} onClose={onClose}>
      <div className="stack gap-4">
        <p>
          <LevelWord skill={skill} />
        </p>
        {!section.isTest && (
          <Button changes onClick={() => onAssign({ section, children: [child] })}>
            {t('Assign this section')}
          </Button>
        )}
        <AnswerList
          answers={read(skills.answers, { centerId, studentId, sectionId: section._id })}
          skill={skill}
          viewer={asStaff(studentId, root)}
        />
      </div>
    </SideSheet>
  )
}

type SectionSheetProps = {
  mistakes: ComponentProps<typeof ClassMistakes>['mistakes']
  section: Section
  members: readonly ChildSkills[]
  onAssign: (to: SectionAssignment) => void
  onClose: () => void
}

/**
 * Sheet with the mistakes that several children of a class made in a section, and with the children grouped
 * by level. The section can be assigned to each group, unless it belongs to a test.
 */
function SectionSheet({ mistakes, section, members: all, onAssign, onClose }: SectionSheetProps) {
  const groups = [
    ...skillLevels.map((level) => ({
      title: t(levelWords[level]),
      members: all.filter((child) => skillIn(child, section)?.level === level),
    })),
    { title: t('Not started'), members: all.filter((child) => !skillIn(child, section)) },
  ].filter(({ members }) => members.length > 0)
  return (
    <SideSheet title={`${section.level}: ${section.name}`} onClose={onClose}>
      <div className="stack gap-4">
        <ClassMistakes
          mistakes={mistakes}
          members={all}
          onAssign={section.isTest ? null : (children) => onAssign({ section, children })}
        />
        {groups.map(({ title, members: group }) => (
          <section key={title} className="stack gap-2" aria-label={title}>
            <h3>
              {title} ({group.length})
            </h3>
            <p>{group.map(fullName).join(', ')}</p>
            {!section.isTest && (
              <div>
                <Button changes onClick={() => onAssign({ section, children: group })}>
                  {group.length === 1
                    ? t('Assign this section')
                    : t('Assign this section to all {count}', { count: group.length })}
                </Button>
              </div>
            )}
          </section>
        ))}
      </div>
    </SideSheet>
  )
}
