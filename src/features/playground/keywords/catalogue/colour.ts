/** A group is `# english|中文`, a keyword `english|中文`. */
export const colour = `
# Colour palettes|配色
warm palette|暖色调
cool palette|冷色调
earth tones|大地色系
pastel palette|粉彩色调
muted colors|低饱和色
vibrant colors|鲜艳色彩
neon colors|霓虹色
jewel tones|宝石色调
Morandi colors|莫兰迪色
macaron colors|马卡龙色
candy colors|糖果色
autumn colors|秋日色调
spring colors|春日色调
winter palette|冬日色调
tropical palette|热带色调
desert palette|沙漠色调
ocean palette|海洋色调
forest palette|森林色调
sunset palette|日落色调
vintage palette|复古色调
retro 1970s palette|70 年代色调
1980s synthwave palette|80 年代合成波色调
Bauhaus primary colors|包豪斯三原色
Dunhuang palette|敦煌配色
traditional Chinese colors|中国传统色
indigo and white|靛蓝与白
black and gold|黑金
red and gold|红金
navy and cream|藏青与奶油色
sage green|鼠尾草绿
terracotta orange|陶土橙
dusty rose|灰玫瑰色
Klein blue|克莱因蓝
robin egg blue|知更鸟蛋蓝
vermilion|朱红
celadon green|青瓷色
moon white|月白
ochre|赭石
burgundy|勃艮第红
iridescent colors|虹彩色
rainbow colors|彩虹色
gradient colors|渐变色
analogous colors|邻近色
triadic colors|三角配色
tetradic colors|四角配色
split-complementary colors|分裂互补色

# Monochrome|单色
monochrome|单色
black and white|黑白
grayscale|灰度
sepia|棕褐色调
blue monochrome|蓝色单色
red monochrome|红色单色
green monochrome|绿色单色
purple monochrome|紫色单色
amber monochrome|琥珀单色
cyanotype blue|蓝晒蓝
selenium tone|硒调
duotone|双色调
tritone|三色调
selective color|局部留色
silhouette|剪影
white on white|白上之白
black on black|黑上之黑
ink tonality|墨分五色
tone on tone|同色系深浅
warm gray|暖灰
cool gray|冷灰
platinum tone|铂金调
one-bit black and white|纯黑白二值
noir monochrome|黑色电影单色

# Contrast|对比
high contrast|高对比
low contrast|低对比
extreme contrast|极强对比
soft contrast|柔和对比
complementary contrast|互补色对比
warm-cool contrast|冷暖对比
light-dark contrast|明暗对比
saturation contrast|饱和度对比
hue contrast|色相对比
simultaneous contrast|同时对比
contrast of proportion|面积对比
high dynamic range|高动态范围
low dynamic range|低动态范围
crushed blacks|死黑暗部
lifted blacks|提亮暗部
blown highlights|高光溢出
rolled-off highlights|柔和高光
deep shadows|深重阴影
open shadows|通透暗部
matte look|哑光感
punchy colors|浓烈色彩
faded colors|褪色
washed-out colors|泛白色调
oversaturated|过度饱和
desaturated|去饱和
bleach bypass|留银效果
color pop|跳色
micro-contrast|微反差

# Display palettes|显示色域与调色板
sRGB|sRGB 色域
Adobe RGB|Adobe RGB 色域
Display P3|Display P3 色域
Rec.709|Rec.709 色域
Rec.2020|Rec.2020 色域
ProPhoto RGB|ProPhoto RGB 色域
CMYK|CMYK 印刷色
HSL colors|HSL 色彩
Lab color|Lab 色彩
spot colors|专色
Pantone colors|潘通色
web-safe colors|网页安全色
CGA palette|CGA 调色板
EGA palette|EGA 调色板
VGA palette|VGA 调色板
8-bit console palette|8 位机调色板
16-bit console palette|16 位机调色板
four-shade handheld green|掌机四阶绿
amber phosphor|琥珀荧光屏
green phosphor|绿色荧光屏
teletext palette|图文电视配色
limited palette|限色
indexed color|索引色
dithered colors|抖动色
halftone dots|半色调网点
ordered dithering|有序抖动
false color|伪彩色
thermal palette|热成像配色
spectral colors|光谱色
viridis colormap|翠绿渐变色表
HDR10|HDR10 高动态
Dolby Vision|杜比视界

# Bit depth|位深
1-bit color|1 位色
2-bit color|2 位色
3-bit color|3 位色
4-bit color|4 位色
6-bit color|6 位色
8-bit color|8 位色
10-bit color|10 位色
12-bit color|12 位色
14-bit raw|14 位 RAW
16-bit color|16 位色
24-bit true color|24 位真彩色
30-bit deep color|30 位深色彩
32-bit float|32 位浮点色
48-bit color|48 位色
two colors|双色
four colors|四色
16 colors|16 色
64 colors|64 色
256 colors|256 色
thousands of colors|千色
millions of colors|百万色
billion colors|十亿色
posterized|色调分离
color banding|色带断层
smooth gradients|平滑渐变
bitmap|位图
raw bit depth|原始位深

# Film-making|电影色彩
Technicolor|特艺彩色
two-strip Technicolor|双色特艺
three-strip Technicolor|三色特艺
Eastmancolor|伊士曼彩色
Agfacolor|爱克发彩色
teal and orange|青橙色调
cinematic color grading|电影级调色
color grading|调色
day for night|日拍夜景
cross-processed|正负冲
film print emulation|胶片拷贝模拟
LUT color grade|LUT 调色
log footage|LOG 灰片
silver retention|银盐保留
warm highlights and cool shadows|暖高光冷阴影
green tint|偏绿色调
magenta tint|偏品红色调
yellow tint|偏黄色调
cold blue tint|冷蓝色调
golden nostalgic tint|金黄怀旧色调
faded film look|褪色胶片感
pastel symmetrical film palette|粉彩对称电影色
neon noir palette|霓虹黑色电影色
desert apocalypse palette|末日沙漠色
space opera palette|太空歌剧色
spaghetti western palette|意式西部片色
Hong Kong cinema neon palette|港片霓虹色
wuxia film palette|武侠片色调
Nordic noir palette|北欧黑色冷调
silent film tinting|默片染色
hand-tinted frames|手工染色画面
vintage home movie colors|老家庭录像色
`;
