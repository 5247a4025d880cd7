import type { ModeWords } from './words';

const TWO = { dark: '暗棋', partners: '双明', open: '明棋' };

export const zh: ModeWords = {
  mode: '玩法',
  names: { four: '四国', duel: '单挑', classic: '两国军棋', flip: '翻棋' },
  means: {
    four: '四人两方，对家联手',
    duel: '四国棋盘，一对一',
    classic: '陆战棋盘，隔山界一对一',
    flip: '棋子洗匀扣下，边翻边下',
  },
  sight: '明暗',
  sights: { four: { dark: '四暗', partners: '双明', open: '全明' }, duel: TWO, classic: TWO, flip: TWO },
  sightMeans: {
    dark: '只看得见自己的棋子。',
    partners: '看得见对家的棋子，看不见对手的。',
    open: '谁的棋子都看得见，观战的人也一样。',
  },
  preset: '规则',
  presets: { standard: '默认', qq: 'QQ', zheda: '浙大拐弯', own: '自定' },
  presetMeans: {
    standard: '抽签定先走，每步 30 秒，70 步无吃子和棋，没有特殊规则。',
    qq: '和 QQ 四国军棋一样：红方先走，每步 30 秒，71 步无吃子和棋。',
    zheda: '棋子走铁路可以拐一个直角弯，其余同默认。',
    own: '下面逐条选。',
  },
  house: {
    clockwise: '轮到左手边的上家走，不是下家。',
    mineBoth: '工兵和炸弹以外的棋子撞上地雷，两个一起下场。',
    oneTurn: '任何棋子走铁路都可以拐一个直角弯，拐弯的点要空着。',
    scouts: '工兵主动去碰，被吃掉时，吃它的那个子亮给大家看。',
    bombsFly: '炸弹在铁路上像工兵一样拐着弯飞。',
    bombsFront: '布阵时炸弹可以放在第一排。',
    hqExit: '棋子进了大本营还能出来。',
    noTimeouts: '超时只丢这一步，次数再多也不出局。',
  },
  noHouse: '无',
  quietLimit: '无吃子和棋',
  stepLimit: '总步数上限',
  noLimit: '不限',
  afterSteps: (steps) => `${steps} 步`,
  quietDraw: (steps) => `${steps} 步无吃子和棋`,
  noQuietDraw: '无吃子不和',
  stepDraw: (steps) => `满 ${steps} 步和棋`,
  unranked: (why) => `不计分：${why}。`,
};
