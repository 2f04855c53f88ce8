import { build, type Plugin, type PluginOption, type Rolldown, type UserConfig } from 'vite'

/**
 * Libraries that every page uses. One file compresses better, and stays in the browser's cache across builds.
 * Parts of them that only staff screens use are left out.
 */
const base =
  /\/node_modules\/(preact|@tanstack|idb|uuid|use-sync-external-store)\/(?!.*\/(useBlocker|useQueries|useInfiniteQuery|queriesObserver|infiniteQueryObserver)\.js$)/
const baseGroup = { name: 'base', test: base, priority: 1 }

/**
 * Screens grouped by the cost of each byte that they load but don't use. The most expensive are those that a
 * student's tablet or a family without an account must show first. Then come the families' homes, the screens
 * that are open all day, and all others.
 */
const firstScreens = /\/(overview\/StudentQuestionPage|trials\/TrialFormPage)\.tsx$/
const familyHomes = /\/(overview\/StudentHomePage|family\/ParentPage)\.tsx$/
const dailyScreens =
  /\/(overview\/(CenterPage|SchedulerDayPage|ClassRollPage|ClassPage|StudentPage|StudentListPage)|schedule\/SchedulerPage|attendance\/AttendancePage|grading\/GradingPage)\.tsx$/
const screenWeights = [
  [firstScreens, 1200],
  [familyHomes, 150],
  [dailyScreens, 24],
] as const
const weightOf = (screen: string) => screenWeights.find(([screens]) => screens.test(screen))?.[1] ?? 1

/**
 * Amount of unused code, in characters before minification and compression, that costs as much as one more
 * file.
 */
const costOfFile = 6_000

const staffList = 'virtual:staff-screens'
const staffShell = /\/shell\/StaffShell\.tsx$/
const familyShell = /\/family\/FamilyShell\.tsx$/

type Chunk = Rolldown.OutputChunk

/** Modules that are loaded together, with the screens that load them. */
type Group = { name: string; loadedBy: (boolean | undefined)[]; size: number; chunks: Set<Chunk> }

/**
 * Builds in memory, with one chunk for all modules that exactly the same screens use. Returns the chunks and
 * a function for the size of a chunk's styles.
 */
async function exactChunks(config: UserConfig, plugins: PluginOption[]) {
  const { output } = (await build({
    ...config,
    configFile: false,
    logLevel: 'error',
    plugins,
    build: {
      ...config.build,
      write: false,
      minify: false,
      cssMinify: false,
      manifest: false,
      rolldownOptions: {
        ...config.build?.rolldownOptions,
        output: { codeSplitting: { groups: [baseGroup] } },
      },
    },
  })) as Rolldown.RolldownOutput
  const sizes = new Map(output.map((each) => [each.fileName, each.type === 'asset' ? each.source.length : 0]))
  const all = output.filter((each) => each.type === 'chunk')
  const styleSize = ({ viteMetadata }: Chunk) =>
    [...(viteMetadata?.importedCss ?? [])].reduce((sum, file) => sum + (sizes.get(file) ?? 0), 0)
  return { all, styleSize }
}

/**
 * Returns these chunks and everything that they import, statically and, with `dynamic`, also dynamically,
 * except the list of staff screens.
 */
function closure(built: ReadonlyMap<string, Chunk>, from: readonly Chunk[], dynamic = false) {
  const found = new Set(from)
  for (const each of found)
    for (const file of [...each.imports, ...(dynamic ? each.dynamicImports : [])]) {
      const next = built.get(file)
      if (next && !next.facadeModuleId?.includes(staffList)) found.add(next)
    }
  return found
}

/** Returns the shared chunks as groups, with the screens that load each. */
function groupsOf({ all, styleSize }: Awaited<ReturnType<typeof exactChunks>>) {
  const built = new Map(all.map((each) => [each.fileName, each]))
  const named = (test: RegExp) => all.filter(({ facadeModuleId }) => test.test(facadeModuleId ?? ''))
  const entry = named(/\/web\/index\.html$/)
  const start = closure(built, entry)
  const family = closure(built, entry, true)
  const screens = all.filter(({ isDynamicEntry }) => isDynamicEntry)
  const loads = screens.map((screen) =>
    closure(built, [screen, ...entry, ...named(family.has(screen) ? familyShell : staffShell)]),
  )
  const groups = all
    .filter(({ isEntry, isDynamicEntry, name }) => !isEntry && !isDynamicEntry && name !== 'base')
    .map((each): Group => {
      return {
        name: start.has(each) ? 'start' : family.has(each) ? 'parts' : 'staff',
        loadedBy: loads.map((loaded) => loaded.has(each)),
        size: Object.values(each.modules).reduce(
          (sum, { renderedLength }) => sum + renderedLength,
          styleSize(each),
        ),
        chunks: new Set([each]),
      }
    })
  return { built, groups, weights: screens.map(({ facadeModuleId }) => weightOf(facadeModuleId ?? '')) }
}

/**
 * Merges groups while saving a file is worth more than the code that screens would load without using it.
 * Code of staff screens is never merged with code that families load. Nor are two groups of which one imports
 * the other through a third: chunks must not import each other in a cycle, because one would run before the
 * code it imports.
 */
function merge({ built, groups, weights }: ReturnType<typeof groupsOf>) {
  const groupOf = new Map(groups.flatMap((group) => [...group.chunks].map((each) => [each, group] as const)))
  const importsOf = (group: Group) => {
    const found = [...group.chunks].flatMap(({ imports }) =>
      imports.flatMap((file) => groupOf.get(built.get(file) as Chunk) ?? []),
    )
    return new Set(found.filter((each) => each !== group))
  }
  function importsThroughOthers(from: Group, to: Group) {
    const seen = importsOf(from)
    seen.delete(to)
    for (const each of seen) {
      const next = importsOf(each)
      if (next.has(to)) return true
      for (const one of next) seen.add(one)
    }
    return false
  }
  function withImports(group: Group) {
    const found = new Set([group])
    for (const each of found) for (const next of importsOf(each)) found.add(next)
    return [...found]
  }
  /**
   * Returns the weighted amount of code that screens of `one` would load unnecessarily if it were merged with
   * `other`.
   */
  const waste = (one: Group, other: Group) => {
    const needed = withImports(other)
    return weights.reduce((sum, weight, at) => {
      if (!one.loadedBy[at] || other.loadedBy[at]) return sum
      return sum + weight * needed.reduce((size, each) => size + (each.loadedBy[at] ? 0 : each.size), 0)
    }, 0)
  }
  const worthOf = (one: Group, other: Group) => {
    const saved = weights.reduce(
      (sum, weight, at) => sum + (one.loadedBy[at] && other.loadedBy[at] ? weight * costOfFile : 0),
      0,
    )
    return saved && saved - waste(one, other) - waste(other, one)
  }
  const left = new Set(groups)
  const pending = groups.toSorted((a, b) => a.size - b.size)
  for (const one of pending) {
    if (!left.has(one)) continue
    const best = [...left]
      .filter((other) => other !== one && other.name === one.name)
      .map((other) => ({ other, worth: worthOf(one, other) }))
      .filter(({ worth }) => worth > 0)
      .toSorted((a, b) => b.worth - a.worth)
      .find(({ other }) => !importsThroughOthers(one, other) && !importsThroughOthers(other, one))
    if (!best) continue
    left.delete(one)
    left.delete(best.other)
    const both: Group = {
      name: one.name,
      loadedBy: one.loadedBy.map((loads, at) => loads || best.other.loadedBy[at]),
      size: one.size + best.other.size,
      chunks: new Set([...one.chunks, ...best.other.chunks]),
    }
    for (const each of both.chunks) groupOf.set(each, both)
    for (const each of withImports(both))
      each.loadedBy = each.loadedBy.map((loads, at) => loads || both.loadedBy[at])
    left.add(both)
    pending.push(both)
  }
  return left
}

/**
 * Groups the pages' modules into few chunks, because one more request costs more than a few unused bytes. A
 * first build finds out exactly which screens use which module.
 */
export function chunks(config: () => UserConfig, plugins: () => PluginOption[]) {
  const chunkOf = new Map<string, string>()
  const plugin: Plugin = {
    name: 'chunks',
    apply: 'build',
    async buildStart() {
      const merged = merge(groupsOf(await exactChunks(config(), plugins())))
      let count = 0
      for (const group of merged) {
        const name = group.name === 'start' ? 'start' : `${group.name}-${(count += 1)}`
        for (const { moduleIds } of group.chunks) for (const id of moduleIds) chunkOf.set(id, name)
      }
    },
  }
  const groups = [
    baseGroup,
    {
      name: (id: string) => chunkOf.get(id) ?? null,
      debugName: 'pages',
      includeDependenciesRecursively: false,
    },
  ]
  return { plugin, groups }
}
