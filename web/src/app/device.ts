/** What somebody logged in with, out of what the browser says of itself. */

/** The first that fits: most browsers say the names of others, too. */
const BROWSERS: readonly (readonly [RegExp, string])[] = [
  [/MicroMessenger\//, 'WeChat'],
  [/MQQBrowser\/|QQBrowser\/|\bQQ\//, 'QQ'],
  [/UCBrowser\//, 'UC'],
  [/Quark\//, 'Quark'],
  [/MiuiBrowser\//, 'Xiaomi'],
  [/HuaweiBrowser\//, 'Huawei'],
  [/SamsungBrowser\//, 'Samsung'],
  [/Edg(e|A|iOS)?\//, 'Edge'],
  [/OPR\//, 'Opera'],
  [/Firefox\/|FxiOS\//, 'Firefox'],
  [/HeadlessChrome\/|Chrome\/|CriOS\//, 'Chrome'],
  [/Safari\//, 'Safari'],
];
const SYSTEMS: readonly (readonly [RegExp, string])[] = [
  [/OpenHarmony|HarmonyOS/, 'HarmonyOS'],
  [/Android/, 'Android'],
  [/iPad/, 'iPad'],
  [/iPhone/, 'iPhone'],
  [/Windows/, 'Windows'],
  [/CrOS/, 'ChromeOS'],
  [/Mac OS X|Macintosh/, 'macOS'],
  [/Linux/, 'Linux'],
];

/** `Firefox · Windows`; the program's own name where it is no browser; null where nothing is said. */
export function deviceOf(agent: string): string | null {
  const find = (names: typeof BROWSERS): string | undefined =>
    names.find(([pattern]) => pattern.test(agent))?.[1];
  const known = [find(BROWSERS), find(SYSTEMS)].filter((name) => name !== undefined);
  if (known.length > 0) return known.join(' · ');
  return /^[\w.+-]+/.exec(agent)?.[0].slice(0, 32) ?? null;
}
