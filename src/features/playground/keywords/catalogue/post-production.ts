/** A group is `# english|中文`, a keyword `english|中文`. */
export const postProduction = `
# Styles|风格
photorealistic|照片级写实
hyperrealistic|超写实
cinematic|电影感
painterly|绘画感
stylized|风格化
anime style|动漫风
cel shading|赛璐璐风
comic style|漫画风
cartoon style|卡通风
storybook style|绘本风
surreal|超现实
dreamlike|梦幻
fantasy art|奇幻艺术
dark fantasy|黑暗奇幻
sci-fi|科幻
cyberpunk|赛博朋克
steampunk|蒸汽朋克
dieselpunk|柴油朋克
solarpunk|太阳朋克
biopunk|生物朋克
vaporwave|蒸汽波
synthwave|合成波
retrofuturism|复古未来主义
Y2K aesthetic|千禧美学
cottagecore|田园美学
dark academia|暗黑学院风
gothic|哥特
baroque|巴洛克
rococo|洛可可
romanticism|浪漫主义
impressionism|印象派
post-impressionism|后印象派
pointillism|点彩派
expressionism|表现主义
fauvism|野兽派
symbolism|象征主义
dadaism|达达主义
Pre-Raphaelite|拉斐尔前派
ink landscape style|写意山水风
guochao style|国潮风
lo-fi|低保真
grunge|颓废风
glitch art|故障艺术
concept art|概念艺术
game art|游戏美术
movie poster|电影海报
album cover|专辑封面

# Resolution|分辨率
high resolution|高分辨率
ultra-high resolution|超高分辨率
low resolution|低分辨率
standard definition|标清
HD|高清
Full HD|全高清
2K resolution|2K 分辨率
4K resolution|4K 分辨率
5K resolution|5K 分辨率
8K resolution|8K 分辨率
16K resolution|16K 分辨率
gigapixel|十亿像素
megapixel detail|百万像素细节
1080p|1080p 全高清
720p|720p 高清
480i interlaced|480i 隔行扫描
VHS quality|录像带画质
300 dpi print|300 dpi 印刷精度
Retina resolution|视网膜屏分辨率
supersampled|超采样
upscaled|放大增强
downsampled|缩小采样
pixelated|像素化
crisp pixels|清晰像素
widescreen 16:9|16:9 宽屏
CinemaScope 2.39:1|2.39:1 宽银幕
IMAX|IMAX 巨幕
square format|方形画幅

# Reflections|反射
reflections|反射
mirror reflection|镜面倒影
water reflection|水面倒影
puddle reflection|水洼倒影
window reflection|橱窗映像
wet street reflections|湿街反光
ray-traced reflections|光追反射
screen-space reflections|屏幕空间反射
planar reflections|平面反射
glossy reflections|光泽反射
blurred reflections|模糊反射
Fresnel reflections|菲涅耳反射
environment map reflections|环境贴图反射
chrome reflections|镀铬反射
specular highlights|镜面高光
anisotropic highlights|各向异性高光
reflection in the eyes|眼中倒影
catchlights|眼神光
infinity mirror|无限镜
kaleidoscopic reflections|万花筒反射
distorted reflections|扭曲倒影
double reflection|双重反射
total internal reflection|全内反射
retroreflection|逆反射
polished floor reflections|抛光地面倒影
funhouse mirror|哈哈镜
reflection symmetry|倒影对称

# Filters|滤镜
sepia filter|怀旧棕滤镜
black and white filter|黑白滤镜
vintage filter|复古滤镜
film look filter|胶片滤镜
Polaroid filter|拍立得滤镜
lomo filter|LOMO 滤镜
cross-process filter|正负冲滤镜
warm filter|暖色滤镜
cool filter|冷色滤镜
soft glow filter|柔光滤镜
black mist filter|黑柔滤镜
star filter|星光滤镜
dream blur filter|梦幻模糊滤镜
HDR filter|HDR 滤镜
posterize filter|色调分离滤镜
threshold filter|阈值滤镜
emboss filter|浮雕滤镜
edge detection filter|边缘检测滤镜
oil paint filter|油画滤镜
watercolor filter|水彩滤镜
sketch filter|素描滤镜
halftone filter|半色调滤镜
pixelate filter|像素滤镜
mosaic filter|马赛克滤镜
glitch filter|故障滤镜
VHS filter|录像带滤镜
CRT scanlines|显像管扫描线
noise filter|噪点滤镜
grain overlay|颗粒叠加
dust and scratches|灰尘划痕
light leak overlay|漏光叠加
bokeh overlay|光斑叠加
vignette|暗角
sharpen filter|锐化滤镜
median filter|中值滤镜
displacement filter|置换滤镜
polar coordinates filter|极坐标滤镜
kaleidoscope filter|万花筒滤镜
night vision filter|夜视滤镜
thermal filter|热感滤镜

# Shaders|着色器
toon shader|卡通着色器
cel shader|赛璐璐着色器
PBR shader|PBR 着色器
Phong shading|冯氏着色
Blinn-Phong shading|布林-冯氏着色
Gouraud shading|高洛德着色
Lambert shading|兰伯特着色
flat shading|平面着色
smooth shading|平滑着色
Gooch shading|古奇着色
matcap shader|材质捕捉着色器
Fresnel shader|菲涅耳着色器
subsurface scattering shader|次表面散射着色器
skin shader|皮肤着色器
hair shader|毛发着色器
cloth shader|布料着色器
glass shader|玻璃着色器
water shader|水面着色器
toon water shader|卡通水面着色器
fur shader|绒毛着色器
hologram shader|全息着色器
outline shader|描边着色器
hatching shader|排线着色器
watercolor shader|水彩着色器
pixel shader|像素着色器
vertex shader|顶点着色器
geometry shader|几何着色器
ray marching|光线步进
signed distance field|有向距离场
volumetric shader|体积着色器
dissolve shader|溶解着色器
iridescent shader|虹彩着色器
parallax occlusion mapping|视差遮蔽映射
tessellation shader|曲面细分着色器

# Reference platforms|参考平台
ArtStation|ArtStation 风格
Behance|Behance 风格
Dribbble|Dribbble 风格
DeviantArt|DeviantArt 风格
Pixiv|Pixiv 风格
ZCOOL|站酷风格
Huaban|花瓣网风格
Pinterest|Pinterest 风格
Instagram|Instagram 风格
Flickr|Flickr 风格
500px|500px 风格
Unsplash|Unsplash 风格
Sketchfab|Sketchfab 风格
CGSociety|CGSociety 风格
National Geographic|国家地理风格
Vogue|Vogue 大片风格
Time magazine cover|时代周刊封面风格
Unreal Engine|虚幻引擎
Unreal Engine 5|虚幻引擎 5
Unity engine|Unity 引擎
Blender render|Blender 渲染
Cinema 4D|C4D 渲染
Octane Render|Octane 渲染
Redshift render|Redshift 渲染
V-Ray|V-Ray 渲染
Arnold render|Arnold 渲染
KeyShot render|KeyShot 渲染
Houdini simulation|Houdini 特效
ZBrush sculpt|ZBrush 雕刻
Maya render|Maya 渲染
SketchUp model|SketchUp 模型
Lightroom preset|Lightroom 预设
Photoshop composite|Photoshop 合成
After Effects|After Effects 特效
DaVinci Resolve grade|达芬奇调色
Godot engine|Godot 引擎

# Quality|画质
masterpiece|杰作
best quality|最佳画质
high quality|高画质
ultra-detailed|极致细节
highly detailed|高度细致
intricate details|精巧细节
fine details|细微细节
sharp focus|焦点锐利
crisp|清晰利落
clean|干净
polished|精修
professional|专业级
award-winning|获奖作品
museum quality|馆藏级
studio quality|影棚级
print quality|印刷级
broadcast quality|广播级
trending|热门作品
realistic textures|真实质感
detailed background|细致背景
detailed face|细致面部
detailed eyes|细致眼睛
realistic skin texture|真实肤质
perfect anatomy|准确人体结构
well-composed|构图考究
balanced exposure|曝光均衡
noise-free|无噪点
artifact-free|无瑕疵
rough draft|粗糙草稿
grainy|颗粒粗糙
gritty|粗粝质感
raw photo|未修原片

# Advanced|进阶处理
color correction|色彩校正
tone mapping|色调映射
exposure blending|曝光融合
frequency separation|高低频磨皮
dodge and burn|加深减淡
luminosity masking|亮度蒙版
focus peaking|峰值对焦
bloom effect|泛光
glow effect|辉光
lens dirt|镜头污渍
depth map|深度图
depth fog|景深雾化
motion vectors|运动矢量
anti-aliasing|抗锯齿
temporal anti-aliasing|时间抗锯齿
multisample anti-aliasing|多重采样抗锯齿
anisotropic filtering|各向异性过滤
denoising|降噪
super-resolution|超分辨率
sharpening|锐化
unsharp mask|USM 锐化
clarity boost|清晰度提升
dehaze|去雾
chroma key|色键抠像
rotoscoping|逐帧抠像
compositing|合成
matte extraction|抠像蒙版
selective focus|选择性对焦
skin retouching|皮肤修饰
sky replacement|换天
perspective correction|透视校正
lens correction|镜头校正
film emulation|胶片模拟
split toning|色调分割
gradient map|渐变映射
channel mixing|通道混合
datamoshing|数据融合故障
pixel sorting|像素排序
ASCII conversion|字符化
photobash|照片拼绘
inpainted details|局部重绘细节
particle effects|粒子特效
smoke simulation|烟雾模拟
fluid simulation|流体模拟
cloth simulation|布料模拟
`;
