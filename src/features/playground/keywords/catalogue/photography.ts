/** A group is `# english|中文`, a keyword `english|中文`. */
export const photography = `
# Scene|题材
portrait photography|人像摄影
environmental portrait|环境人像
self-portrait|自拍像
group photo|合影
candid photo|抓拍
street photography|街头摄影
documentary photography|纪实摄影
photojournalism|新闻摄影
fashion photography|时尚摄影
editorial photo|杂志大片
product photography|产品摄影
food photography|美食摄影
still life photography|静物摄影
flat lay|平铺摆拍
landscape photography|风光摄影
seascape|海景
cityscape|城市风光
architectural photography|建筑摄影
interior photography|室内摄影
wildlife photography|野生动物摄影
bird photography|鸟类摄影
pet portrait|宠物肖像
underwater photography|水下摄影
aerial photography|航拍
astrophotography|天文摄影
night photography|夜景摄影
storm chasing photo|追风摄影
sports photography|体育摄影
concert photography|演出摄影
wedding photography|婚礼摄影
real estate photo|房产照片
automotive photography|汽车摄影
travel photography|旅行摄影
minimalist photography|极简摄影
abstract photography|抽象摄影

# Lens|镜头
wide-angle lens|广角镜头
ultra-wide-angle lens|超广角镜头
fisheye lens|鱼眼镜头
standard lens|标准镜头
telephoto lens|长焦镜头
super telephoto lens|超长焦镜头
macro lens|微距镜头
prime lens|定焦镜头
zoom lens|变焦镜头
tilt-shift lens|移轴镜头
anamorphic lens|变形宽银幕镜头
portrait lens|人像镜头
pancake lens|饼干镜头
catadioptric lens|折返镜头
vintage lens|老镜头
Petzval lens|佩兹瓦尔镜头
soft focus lens|柔焦镜头
pinhole lens|针孔镜头
toy camera lens|玩具相机镜头
probe lens|探针镜头
microscope objective|显微物镜
endoscope view|内窥镜视野
14mm lens|14mm 镜头
24mm lens|24mm 镜头
35mm lens|35mm 镜头
50mm lens|50mm 镜头
85mm lens|85mm 镜头
135mm lens|135mm 镜头
200mm lens|200mm 镜头
600mm lens|600mm 镜头
swirly bokeh|旋焦
lens flare|镜头光晕
anamorphic flare|变形镜头拉丝眩光
sunstar|星芒

# Viewpoint|视角
eye level|平视
low angle|仰拍
high angle|俯拍
worm's-eye view|虫眼视角
bird's-eye view|鸟瞰
top-down view|正俯视
overhead shot|顶拍
Dutch angle|荷兰角
point of view shot|第一人称视角
over-the-shoulder shot|过肩镜头
first-person hands|第一人称双手
third-person view|第三人称视角
front view|正面
side view|侧面
back view|背面
three-quarter view|四分之三侧面
profile shot|侧脸
extreme close-up|大特写
close-up|特写
medium close-up|中近景
medium shot|中景
cowboy shot|牛仔镜头
full body shot|全身
long shot|远景
extreme long shot|大远景
establishing shot|定场镜头
two-shot|双人镜头
one-point perspective|一点透视
two-point perspective|两点透视
three-point perspective|三点透视
forced perspective|错位透视
isometric view|等距视角
satellite view|卫星视角
drone shot|无人机视角
rule of thirds|三分法构图
centered composition|中心构图
symmetrical composition|对称构图
leading lines|引导线
frame within a frame|框架式构图
negative space|留白

# Blur and distortion|模糊与畸变
bokeh|焦外虚化
creamy bokeh|奶油般虚化
shallow depth of field|浅景深
deep focus|大景深
background blur|背景虚化
foreground blur|前景虚化
motion blur|运动模糊
panning shot|追随摄影
radial blur|径向模糊
zoom blur|变焦模糊
Gaussian blur|高斯模糊
tilt-shift blur|移轴模糊
soft focus|柔焦
out of focus|失焦
camera shake|手抖模糊
intentional camera movement|刻意晃动
long exposure trails|长曝光轨迹
ghosting|残影
double vision|重影
chromatic aberration|色差
barrel distortion|桶形畸变
pincushion distortion|枕形畸变
fisheye distortion|鱼眼畸变
lens breathing|呼吸效应
rolling shutter|果冻效应
heat haze distortion|热浪扭曲
water ripple distortion|水波扭曲
vignetting|暗角
light leak|漏光
edge softness|边缘软化

# Camera settings|相机参数
f/1.2 aperture|f/1.2 光圈
f/1.4 aperture|f/1.4 光圈
f/2.8 aperture|f/2.8 光圈
f/8 aperture|f/8 光圈
f/16 aperture|f/16 光圈
wide open aperture|全开光圈
stopped-down aperture|小光圈
ISO 100|感光度 ISO 100
ISO 400|感光度 ISO 400
ISO 3200|感光度 ISO 3200
high ISO noise|高感噪点
fast shutter speed|高速快门
slow shutter speed|慢速快门
1/4000 second|1/4000 秒
1/60 second|1/60 秒
30-second exposure|30 秒曝光
bulb exposure|B 门曝光
overexposed|过曝
underexposed|欠曝
high key exposure|高调曝光
low key exposure|低调曝光
exposure bracketing|包围曝光
focus stacking|景深合成
white balance daylight|日光白平衡
white balance tungsten|钨丝灯白平衡
spot metering|点测光
manual focus|手动对焦
eye autofocus|眼部对焦
polarizing filter|偏振镜
neutral density filter|中灰滤镜
fill flash|补光闪灯
rear curtain sync|后帘同步
full-frame sensor|全画幅
APS-C sensor|APS-C 画幅
medium format|中画幅
large format|大画幅

# Film type|胶片类型
Kodak Portra 160|柯达 Portra 160
Kodak Portra 400|柯达 Portra 400
Kodak Portra 800|柯达 Portra 800
Kodak Gold 200|柯达 Gold 200
Kodak ColorPlus 200|柯达 ColorPlus 200
Kodak UltraMax 400|柯达 UltraMax 400
Kodak Ektar 100|柯达 Ektar 100
Kodak Ektachrome E100|柯达 Ektachrome E100
Kodachrome|柯达克罗姆
Kodak Tri-X 400|柯达 Tri-X 400
Kodak T-Max 100|柯达 T-Max 100
Kodak Aerochrome|柯达 Aerochrome 红外彩色片
Kodak Vision3 500T|柯达 Vision3 500T
Fujifilm Superia 400|富士 Superia 400
Fujifilm C200|富士 C200
Fujifilm Pro 400H|富士 Pro 400H
Fujifilm Velvia 50|富士 Velvia 50
Fujifilm Provia 100F|富士 Provia 100F
Fujifilm Acros 100|富士 Acros 100
Ilford HP5 Plus|伊尔福 HP5 Plus
Ilford Delta 3200|伊尔福 Delta 3200
Ilford FP4 Plus|伊尔福 FP4 Plus
Agfa Vista 400|爱克发 Vista 400
Agfa APX 100|爱克发 APX 100
CineStill 800T|CineStill 800T 电影卷
CineStill 50D|CineStill 50D 电影卷
Lomography Color Negative|乐魔彩色负片
LomoChrome Purple|LomoChrome 紫调胶片
Polaroid SX-70|宝丽来 SX-70
Polaroid 600|宝丽来 600
Fujifilm Instax|富士拍立得
infrared film|红外胶片
orthochromatic film|正色片
expired film|过期胶片
slide film|反转片
black and white film|黑白胶片
Super 8 film|超 8 毫米胶片
16mm film|16 毫米胶片
35mm film|35 毫米胶片
120 roll film|120 胶卷
70mm film|70 毫米胶片
film grain|胶片颗粒

# Other forms|其他形式
daguerreotype|银版照片
ambrotype|玻璃版照片
tintype|锡版照片
wet plate collodion|湿版摄影
albumen print|蛋白照片
platinum print|铂金照片
salt print|盐纸照片
gum bichromate|重铬酸胶印
Van Dyke brown|范戴克棕印
calotype|卡罗法照片
autochrome|奥托克罗姆彩色片
hand-colored photograph|手工上色照片
pinhole photograph|针孔照片
double exposure|双重曝光
multiple exposure|多重曝光
time-lapse|延时摄影
high-speed photography|高速摄影
slit-scan photography|狭缝扫描
panorama|全景照片
360-degree photo|360 度全景
little planet|小行星全景
HDR photo|HDR 照片
infrared photography|红外摄影
ultraviolet photography|紫外摄影
thermal imaging|热成像
X-ray image|X 光片
electron microscope image|电镜图像
schlieren photography|纹影摄影
macro photography|微距摄影
stereoscopic photo|立体照片
security camera footage|监控画面
dashcam footage|行车记录仪画面
night vision|夜视画面
photo booth strip|大头贴
disposable camera photo|一次性相机照片
mugshot|登记照
passport photo|证件照
contact sheet|印样
film negative|负片
solarization|中途曝光

# Number systems|数字体系
Arabic numerals|阿拉伯数字
Roman numerals|罗马数字
Chinese numerals|汉字数字
formal Chinese numerals|大写数字
Suzhou numerals|苏州码子
counting rods|算筹
abacus beads|算盘珠
Mayan numerals|玛雅数字
cuneiform numerals|楔形数字
Egyptian numerals|古埃及数字
Greek numerals|希腊数字
Devanagari numerals|天城文数字
Braille numerals|盲文数字
tally marks|计数划线
binary digits|二进制数字
hexadecimal digits|十六进制数字
octal digits|八进制数字
seven-segment digits|七段数码
nixie tube digits|辉光管数字
flip-clock digits|翻页钟数字
dot-matrix digits|点阵数字
mechanical counter|机械计数轮
clock face numerals|钟面数字
dice pips|骰子点数
domino pips|骨牌点数
barcode|条形码
QR code|二维码
jersey number|球衣号码
house number plate|门牌号
film frame numbers|胶片片号
f-stop scale|光圈刻度
slide rule scale|计算尺刻度
vernier scale|游标刻度
Fibonacci sequence|斐波那契数列
digits of pi|圆周率数字
magic square|幻方
falling code rain|数字雨
`;
