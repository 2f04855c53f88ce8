import type { Plugin, Rolldown } from 'vite'

type Graph = Pick<Rolldown.PluginContext, 'getModuleInfo' | 'getModuleIds'>

/**
 * Libraries that every page uses. One file compresses better, and stays in the browser's cache across builds.
 * Parts of them that only staff screens use are left out.
 */
const base =
  /\/node_modules\/(react|react-dom|scheduler|@tanstack|idb|uuid|use-sync-external-store)\/(?!.*\/(useBlocker|useQueries|useInfiniteQuery|queriesObserver|infiniteQueryObserver)\.js$)/

/** First screens: the shell of students and parents, and the page where most answers are given. */
const firstScreens = /\/(family\/FamilyShell|overview\/StudentQuestionPage)\.tsx$/
/** What families without an account see first, on their own phones. */
const publicScreens = /\/trials\/TrialFormPage\.tsx$/
const drawn = /\/src\/(ui|web)\/|\.tsx$|\.module\.css$|\/use-[\w-]+\.ts$/

/**
 * Number of staff screens that must use a module before it goes into the shared `staff` chunk. Modules used
 * by fewer load with their screens. With 4, a staff screen loads the fewest files, for an eighth more bytes
 * than with a chunk per shared module.
 */
const fewestScreens = 4

/** Staff modules that load separately from a screen: the shell, authors' forms, and printed questions. */
const staffParts = /\/shell\/StaffShell\.tsx$|\/questions\/kinds\/.+(Form|Printed)\.tsx$/

/**
 * Contracts. The build reduces their endpoints to method and path (`withoutSchemas`), so importing one
 * doesn't pull in the schemas.
 */
const contract = /\/(api|shared\/contract)\.ts$/
const contractOf = /\/features\/.+\/api\.ts$/

const icons = /\/lucide-react\//
const iconFile = /\/icons\/[\w-]+\.mjs$/
const iconsAsked = /import\s*\{([^}]*)\}\s*from\s*["']lucide-react["']/g
const iconsGiven = /export \{([^}]*)\} from '\.(\/icons\/[\w-]+\.mjs)'/g

/**
 * Returns the files of the icons that these modules import by name. The package exports all icons from one
 * module, so the names have to be looked up there.
 */
function iconsOf(graph: Graph, modules: Iterable<string>) {
  const code = (id: string) => graph.getModuleInfo(id)?.code ?? ''
  const namesIn = (list = '') => list.match(/\w+/g) ?? []
  const asked = new Set(
    [...modules].flatMap((id) => [...code(id).matchAll(iconsAsked)].flatMap(([, list]) => namesIn(list))),
  )
  const all = [...graph.getModuleIds()].filter((id) => icons.test(id) && !iconFile.test(id))
  const given = all.flatMap((id) => [...code(id).matchAll(iconsGiven)])
  return new Set(
    given
      .filter(([, list]) => namesIn(list).some((name) => name !== 'default' && asked.has(name)))
      .map(([, , file]) => file),
  )
}

/**
 * Returns a function that names a module's chunk, or null to leave it to the bundler, which puts it in its
 * screen's chunk or in one shared by just the screens that use it. Chunks must not import each other in a
 * cycle, or one would run before what it imports. So modules that need each other go into the same chunk.
 */
function plan(graph: Graph): (id: string) => string | null {
  const ids = [...graph.getModuleIds()]
  // Imports between contracts don't count: a contract uses only another one's field schemas.
  const isTaken = (id: string, next: string) =>
    !icons.test(next) && !(contractOf.test(id) && contractOf.test(next))
  function reached(from: string[], ends = /^$/) {
    const found = new Set(from)
    for (const id of found)
      if (!ends.test(id))
        for (const next of graph.getModuleInfo(id)?.importedIds ?? []) if (isTaken(id, next)) found.add(next)
    return found
  }
  const staffScreens = new Set(graph.getModuleInfo('virtual:staff-screens')?.dynamicallyImportedIds)
  for (const id of ids) if (staffParts.test(id)) staffScreens.add(id)
  const screens = ids.filter(
    (id) => graph.getModuleInfo(id)?.dynamicImporters.length && !id.startsWith('virtual:'),
  )
  const start = reached(ids.filter((id) => id.endsWith('/src/web/main.tsx')))
  const first = reached(ids.filter((id) => firstScreens.test(id)))
  const later = reached(screens.filter((id) => !firstScreens.test(id)))
  const open = reached(ids.filter((id) => publicScreens.test(id)))
  const others = reached(screens.filter((id) => !staffScreens.has(id)))
  const staff = [...staffScreens].map((screen) => reached([screen]))
  const iconsIn = {
    start: iconsOf(graph, start),
    first: iconsOf(graph, first),
    open: iconsOf(graph, open),
    others: iconsOf(graph, others),
  }
  const isDrawn = (id: string) => drawn.test(id) && !start.has(id)
  const needsPackages = (id: string) =>
    [...reached([id], contract)].some((each) => each.includes('/node_modules/') && !base.test(each))
  // A page that imports a component renders all of it. But most pages use only part of the question rules and
  // of modules with schemas, so those are in `first` only if no other screen shares them.
  const isInPart = (id: string) =>
    /\/(features\/questions\/|math\/|shared\/spoken\.ts)/.test(id) || needsPackages(id)
  const isFirst = (id: string) => !later.has(id) || !isInPart(id) || [...reached([id])].some(isDrawn)
  // Modules of the entry that screens use, too. Left to the bundler, each combination of screens would get
  // its own chunk. Modules that need a package stay with that package.
  const isInStart = (id: string) => (first.has(id) || later.has(id)) && !needsPackages(id)

  return (id) => {
    if (icons.test(id)) {
      const file = iconFile.exec(id)?.[0]
      if (!file || iconsIn.start.has(file)) return 'start'
      if (iconsIn.first.has(file)) return 'first'
      return iconsIn.open.has(file) ? 'public' : iconsIn.others.has(file) ? 'parts' : 'staff'
    }
    if (screens.includes(id)) return null
    if (start.has(id)) return isInStart(id) ? 'start' : null
    if (first.has(id)) return isFirst(id) ? 'first' : null
    if (open.has(id) && !needsPackages(id)) return 'public'
    if (others.has(id)) return needsPackages(id) ? null : 'parts'
    return staff.filter((each) => each.has(id)).length >= fewestScreens ? 'staff' : null
  }
}

/**
 * Groups the pages' modules into a few chunks, because one more request costs more than a few unused bytes.
 * Modules that only staff screens use are never in a chunk that students or parents load.
 */
export function chunks() {
  let fileOf: (id: string) => string | null = () => null
  const plugin: Plugin = {
    name: 'chunks',
    apply: 'build',
    buildEnd() {
      fileOf = plan(this)
    },
  }
  const groups = [
    { name: 'base', test: base, priority: 1 },
    { name: (id: string) => fileOf(id), debugName: 'pages', includeDependenciesRecursively: false },
  ]
  return { plugin, groups }
}
